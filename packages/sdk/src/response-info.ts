/** The information in the headers of an answer. Values that the server did not send are null. */
export interface ResponseInfo {
  status: number;
  request_id: string | null;
  credits: {
    /** Credits that this answer cost: 0 if an earlier attempt, whose answer was lost, was charged. */
    charged: number | null;
    /** Credits left this month for this key. */
    remaining: number | null;
    /** Credits a month for this key. */
    limit: number | null;
    /** When the next month begins, ISO 8601 UTC. */
    reset: string | null;
  };
  rate_limit: {
    /** Requests allowed in 10 seconds. */
    limit: number | null;
    /** Requests left in the window. */
    remaining: number | null;
    /** Seconds until the window is free again. */
    reset_s: number | null;
  };
  headers: Headers;
}

export function responseInfo({ status, headers }: Response): ResponseInfo {
  const number = (name: string): number | null => {
    const text = headers.get(name);
    return text && Number.isFinite(Number(text)) ? Number(text) : null;
  };
  return {
    status,
    request_id: headers.get('x-request-id'),
    credits: {
      charged: number('x-credits-charged'),
      remaining: number('x-credits-remaining'),
      limit: number('x-credits-limit'),
      reset: headers.get('x-credits-reset'),
    },
    rate_limit: {
      limit: number('ratelimit-limit'),
      remaining: number('ratelimit-remaining'),
      reset_s: number('ratelimit-reset'),
    },
    headers,
  };
}
