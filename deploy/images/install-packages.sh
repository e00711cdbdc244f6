#!/bin/sh
# Installs what the projects here name as dependencies, in the versions and with the hashes of the lock file, and writes whose they
# are (Dockerfile, decision 89). The arguments are development dependencies of the tools that an image needs besides.
set -eu
node tools/supply/keep-packages.ts "$@"
npm ci --ignore-scripts
npm sbom --package-lock-only --sbom-format=cyclonedx > sbom.cdx.json
node tools/supply/notices.ts > THIRD-PARTY-NOTICES

# What no process reads: types, maps of sources, and the compilers of Prisma for other databases and other ways to load.
find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete
if [ -d node_modules/@prisma/client ]; then
  find node_modules/@prisma/client/runtime -name 'query_compiler_*' ! -name 'query_compiler_small_bg.postgresql.*mjs' -delete
fi
