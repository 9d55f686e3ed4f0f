type Failure = Error & { code?: string; syscall?: string };

const CERTIFICATES: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by itself. Use one of a public authority.',
  CERT_HAS_EXPIRED: 'has expired, or one that it is signed by. Renew it.',
  CERT_NOT_YET_VALID:
    'is not valid yet, or one that it is signed by. Correct the clock of who signed it, or wait.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host name. Use one that has the name of the address.',
  CERT_REVOKED: 'was revoked. Use another.',
};
const UNKNOWN_AUTHORITY =
  'is of an authority that is not known here, or comes without those between it and the authority. Send the whole chain, of a public authority.';

/** Why an endpoint gave no answer, and what its owner can do about it. */
export function whyUnreached(error: Failure): string {
  const why =
    tlsTrouble(error) ?? answerTrouble(error) ?? `The endpoint could not be reached: ${causeOf(error)}`;
  return why.slice(0, 300);
}

/** The trouble of an endpoint that was reached, and may have the message; null if it was not reached. */
function answerTrouble({ name, code = '', message, syscall }: Failure): string | null {
  if (message === 'other side closed' || (/^(ECONNRESET|EPIPE)$/.test(code) && syscall !== 'connect'))
    return 'The endpoint closed the connection before it answered. It may have the message, and gets it again.';
  const unreadable =
    /^(HTTPParserError|HeadersOverflowError)$/.test(name) || /^bad (response|upgrade)$/.test(message);
  return unreadable ? `The endpoint was reached, but its answer is not readable HTTP/1.1: ${message}` : null;
}

/** If a name has several addresses, the combined error has no message, only a code. */
const causeOf = ({ message, code }: Failure): string => message || String(code);

/** The trouble with the endpoint's TLS; null if the failure has another cause. */
function tlsTrouble({ code = '', message }: Failure): string | null {
  const certificate = CERTIFICATES[code];
  if (certificate) return `The certificate of the endpoint ${certificate}`;
  if (/^(SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF))/.test(code))
    return `The certificate of the endpoint ${UNKNOWN_AUTHORITY}`;
  if (/^(CERT_|ERR_TLS_CERT_|UNABLE_TO_)/.test(code))
    return `The certificate of the endpoint is refused (${code}).`;
  if (/before secure TLS connection/.test(message))
    return 'The endpoint closed the connection before TLS was agreed. Look whether it speaks https on this port.';
  if (!code.startsWith('ERR_SSL_') && code !== 'EPROTO') return null;
  if (/wrong version number|packet length too long|unknown protocol|http request/i.test(message))
    return 'The endpoint does not speak https on this port. Correct the address, or turn TLS on there.';
  if (/certificate required|bad certificate/i.test(message))
    return 'The endpoint asks for a certificate of its client. None is sent: check the signature of the messages instead.';
  return 'The endpoint and this server agree on no version or cipher of TLS. Offer TLS 1.2 or 1.3 with a certificate.';
}
