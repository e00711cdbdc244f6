#!/bin/sh
# Installs the dependencies of the projects in this folder as the lock file pins them, and writes their license notices
# (Dockerfile, decision 89). The arguments are additional development dependencies of the tools.
set -eu
node tools/supply/keep-packages.ts "$@"
npm ci --ignore-scripts
npm sbom --package-lock-only --sbom-format=cyclonedx > sbom.cdx.json
node tools/supply/notices.ts > THIRD-PARTY-NOTICES

# Deletes files that no process reads: types, source maps, and unused variants of Prisma's query compiler.
find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete
if [ -d node_modules/@prisma/client ]; then
  find node_modules/@prisma/client/runtime -name 'query_compiler_*' ! -name 'query_compiler_small_bg.postgresql.*mjs' -delete
fi
