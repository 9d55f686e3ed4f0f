export type ApplicationStatus = 'pending' | 'approved' | 'refused' | 'withdrawn' | 'appeal' | 'other';

/** Maps a publisher's words for state and decision to ours. Decision codes differ by authority. */
export function statusOf(state: string | null, decision: string | null): ApplicationStatus {
  const text = `${state ?? ''} ${decision ?? ''}`.toLowerCase();
  if (/withdrawn|\bwdn\b/.test(text)) return 'withdrawn';
  if (/appeal (in progress|lodged)|at appeal/.test(text)) return 'appeal';
  if (/refus|reject|\bref\b/.test(text)) return 'refused';
  if (/not required|no objection|observation|opinion|insufficient|referred|unresolved|invalid/.test(text))
    return 'other';
  if (/approv|permit|grant|\bper\b|\bgtd\b|conditions|discharged|\blw\b/.test(text)) return 'approved';
  if (/pending|undecided|undetermined|registered|in progress|under consideration|awaiting/.test(text))
    return 'pending';
  if (!state && !decision) return 'pending';
  return 'other';
}

/** Maps a publisher's application type to one of the types that a request may filter by. */
export function categoryOf(type: string | null, description: string): string {
  const text = `${type ?? ''}`.toLowerCase();
  if (/household/.test(text)) return 'householder';
  if (/outline|\bout\b/.test(text)) return 'outline';
  if (/prior (approval|notif)/.test(text)) return 'prior_approval';
  if (/heritage|listed|conservation/.test(text)) return 'heritage';
  if (/tree/.test(text)) return 'trees';
  if (/condition|discharge/.test(text)) return 'conditions';
  if (/amendment|variation/.test(text)) return 'amendment';
  if (/advert/.test(text)) return 'advertising';
  if (/certificate|lawful/.test(text)) return 'lawfulness';
  if (/full/.test(text)) return 'full';
  const words = description.toLowerCase();
  if (/listed building consent/.test(words)) return 'heritage';
  if (/discharge of condition/.test(words)) return 'conditions';
  return 'other';
}
