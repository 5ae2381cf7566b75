// Whether a container's Boreal is alive. A worker listens nowhere: as long as its process runs, it is.
const { BOREAL_ROLE, BOREAL_PORT = '8080' } = process.env;
if (BOREAL_ROLE !== 'worker') {
  const answer = await fetch(`http://127.0.0.1:${BOREAL_PORT}/healthz`, { signal: AbortSignal.timeout(4000) }).catch(() => null);
  process.exitCode = answer?.status === 200 ? 0 : 1;
}
