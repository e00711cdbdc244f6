#!/bin/sh
# Installs what the projects here name as dependencies, in the versions of the lock file, and lists it (Dockerfile). The
# arguments are development dependencies of the tools that an image needs besides.
set -eu
for name in "$@"; do
  npm pkg set --workspace=tools "dependencies.$name=$(node -p "require('./tools/package.json').devDependencies['$name']")"
done
npm pkg delete devDependencies --workspaces --include-workspace-root
npm install --ignore-scripts --omit=peer
npm sbom --package-lock-only --sbom-format=cyclonedx > sbom.cdx.json

# What no process reads: types, maps of sources, and the compilers of Prisma for other databases and other ways to load.
find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete
if [ -d node_modules/@prisma/client ]; then
  find node_modules/@prisma/client/runtime -name 'query_compiler_*' ! -name 'query_compiler_fast_bg.postgresql.*mjs' -delete
fi
