// Imported first by each of these programs, before modules that use features an older Node lacks.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Domesday needs Node 20.19 or newer; this is ${process.versions.node}. Node 24 is recommended.`,
  );
  process.exit(1);
}
