// Exits with 0 if the server of this container answers: on HEALTH_PORT, else on the port of the API.
const { HOST: host = '', HEALTH_PORT, API_PORT } = process.env;
const port = HEALTH_PORT || API_PORT || 8080;
// A server that listens on every interface is asked on the loopback interface, which may lack IPv4 or IPv6.
const every = { '': ['127.0.0.1'], '0.0.0.0': ['127.0.0.1'], '::': ['127.0.0.1', '[::1]'] };
const hosts = every[host] ?? [host.includes(':') ? `[${host}]` : host];
const signal = AbortSignal.timeout(4000);
const asked = hosts.map((one) => fetch(`http://${one}:${port}/health`, { signal }));
const response = await Promise.any(asked).catch(() => null);
process.exit(response?.ok ? 0 : 1);
