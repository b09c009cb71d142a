import helmet from 'helmet';

const YEAR_S = 31_536_000;

/** What every answer carries. JSON needs no script, style or frame: nothing is allowed to it. */
export const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  strictTransportSecurity: { maxAge: YEAR_S, includeSubDomains: true },
});

/** The same for an answer written to a socket before there is a response. */
export const SOCKET_SECURITY_HEADERS = {
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': `max-age=${YEAR_S}; includeSubDomains`,
  'X-Content-Type-Options': 'nosniff',
};
