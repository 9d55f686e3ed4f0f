export type ApplicationStatus =
  | 'pending'
  | 'approved'
  | 'refused'
  | 'withdrawn'
  | 'appeal'
  | 'other'
  | 'unknown';

/** Publishers' words for states and decisions. The first pattern that matches decides. */
const WORDS: [ApplicationStatus, RegExp][] = [
  ['withdrawn', /withdrawn/],
  ['appeal', /^(?!.*\b(allowed|dismissed)\b).*(appeal (in progress|lodged)|at appeal|non-determination)/],
  // A decision that a committee will make once an agreement is signed is still pending.
  [
    'pending',
    /\bnot yet\b|minded to|resol(ved?|ution) to|(pending|awaiting)\b.*\b(agreement|section 106|s ?106)/,
  ],
  ['other', /split|\bpart(ly|ial)?\b|quashed|prior approval (is )?(required|needed)$/],
  // An inspector allows or dismisses an appeal.
  ['refused', /\bdismissed\b|\bnot (allowed|lawful)\b|\bunlawful\b/],
  ['approved', /\ballowed\b/],
  ['refused', /refus|reject|\b(dis|un)approv|\bwithheld/],
  // A word of approval that is denied: `Not Approved`, `Conditions Not Discharged`, `Unable to grant`.
  ['refused', /\b(not|cannot|non|unable to)[ -](be )?(approv|permi[ts]|grant|discharg|given)/],
  [
    'other',
    /not required|no objection|objection raised|observation|opinion|insufficient|referred|unresolved|invalid|not valid|called in|superseded|finally disposed|not proceeded|\bother\b|no comment/,
  ],
  // A development that was begun, or whose permission lapsed, was permitted.
  [
    'approved',
    /approv|permi[ts]|grant|conditions|discharged|lapsed|commenced|completed|started|\blawful\b|^(deemed )?consent(ed)?$/,
  ],
  [
    'pending',
    /pending|undecided|undetermined|registered|received|in progress|under consideration|awaiting|\bvalid(ated)?\b/,
  ],
];

/**
 * Kinds of application in the decision codes of Southwark, which prefixes them with GR (granted) or RE (refused), by
 * the glossary of its planning register. Other codes of London's authorities follow below; the datahub has no words
 * beside them.
 */
const KINDS = 'ADV AOD AOR CAC CLE CLP CLLB COU HOUS LBC MAJ MIN NMA OUT PRI TCA TEL TPO VAR VLA VNMC'.split(
  ' ',
);
const CODES: Record<string, ApplicationStatus> = {
  ...Object.fromEntries(
    KINDS.flatMap((kind) => [[`GR${kind}`, 'approved'] as const, [`RE${kind}`, 'refused'] as const]),
  ),
  ...{ PER: 'approved', GTD: 'approved', LW: 'approved', AGR: 'approved', GWLA: 'approved' },
  ...{ REF: 'refused', NAGR: 'refused', WDN: 'withdrawn', APNON: 'appeal' },
  ...{ ANR: 'other', NREQ: 'other', NOTREQ: 'other', NOBJ: 'other', NOOBJ: 'other', NCOMM: 'other' },
  ...{ RESP: 'other', INELG: 'other', INV: 'other' },
};

/** Words for steps in handling an application or in the works. They do not tell the decision. */
const STEPS = /\b(registered|received|valid|validated|lapsed|commenced|completed|started)\b/g;

/**
 * The status that follows from a publisher's words for state and decision. The state counts first, unless it is only a
 * step and there is a decision. Without both, the application is pending. Unrecognised words and codes give `unknown`,
 * which counts neither as approved nor as refused.
 */
export function statusOf(state: string | null, decision: string | null): ApplicationStatus {
  if (!state && !decision) return 'pending';
  const decided = CODES[decision?.trim().toUpperCase() ?? ''] ?? wordOf(decision);
  const outcome = wordOf(state?.toLowerCase().replace(STEPS, '') ?? null);
  return outcome ?? decided ?? wordOf(state) ?? 'unknown';
}

function wordOf(text: string | null): ApplicationStatus | undefined {
  const words = text?.toLowerCase();
  return words === undefined ? undefined : WORDS.find(([, pattern]) => pattern.test(words))?.[0];
}

/** Maps a publisher's application type to one of the types that a request may filter by. */
export function categoryOf(type: string | null, description: string): string {
  const text = `${type ?? ''}`.toLowerCase();
  if (/household/.test(text)) return 'householder';
  if (/outline|\bout\b/.test(text)) return 'outline';
  if (/prior (approval|notif)/.test(text)) return 'prior_approval';
  // Matches work on trees, also "trees in a conservation area", but not "street".
  if (/\btrees?\b/.test(text)) return 'trees';
  if (/heritage|listed|conservation/.test(text)) return 'heritage';
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
