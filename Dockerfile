# The images of Foyer: `api` (with the browser application), `worker`, `migrate` and `operate` for production, `stand-ins` for
# development. Built with `docker build --target api .`; docs/install.md says how they are run.

# The version of .nvmrc.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app

# The files that npm needs. The packages below are installed again only if one of them changes.
FROM base AS manifests
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/mail-worker/package.json apps/mail-worker/
COPY apps/operate/package.json apps/operate/
COPY apps/stories/package.json apps/stories/
COPY apps/web/package.json apps/web/
COPY libs/catalog/package.json libs/catalog/
COPY libs/contracts/package.json libs/contracts/
COPY libs/db/package.json libs/db/
COPY libs/mail/package.json libs/mail/
COPY libs/testing/package.json libs/testing/
COPY testbed/package.json testbed/
COPY testbed/card-provider-stand-in/package.json testbed/card-provider-stand-in/
COPY testbed/deep/package.json testbed/deep/
COPY tools/package.json tools/

# Install scripts of packages only download programs, and no image needs those.
FROM manifests AS build
# No telemetry.
ENV CHECKPOINT_DISABLE=1
RUN npm ci --ignore-scripts --omit=dev
COPY . .
RUN node tools/prisma/generate-client.ts \
 && npm run build --workspace=@foyer/catalog --workspace=@foyer/contracts --workspace=@foyer/db --workspace=@foyer/mail \
      --workspace=@foyer/api --workspace=@foyer/web

# The packages that the project and the libraries name as dependencies, and no others. Development dependencies are removed from
# the lock file too, because two of them are peers of `@prisma/client`.
FROM base AS library-packages
COPY package.json package-lock.json .npmrc ./
COPY libs/catalog/package.json libs/catalog/
COPY libs/contracts/package.json libs/contracts/
COPY libs/db/package.json libs/db/
COPY libs/mail/package.json libs/mail/
COPY deploy/images/install-packages.sh deploy/images/
COPY tools/paths.ts tools/
COPY tools/supply tools/supply

FROM library-packages AS api-packages
COPY apps/api/package.json apps/api/
RUN sh deploy/images/install-packages.sh

# Without a database client, because the worker uses only the queue.
FROM library-packages AS worker-packages
COPY apps/mail-worker/package.json apps/mail-worker/
RUN rm -r libs/db && sh deploy/images/install-packages.sh

# The packages of the browser application, only for the license notices.
FROM library-packages AS web-packages
COPY apps/web/package.json apps/web/
RUN rm -r libs/db libs/mail && sh deploy/images/install-packages.sh

FROM library-packages AS tools-manifests
COPY tools/package.json tools/

FROM tools-manifests AS migrate-packages
RUN sh deploy/images/install-packages.sh

FROM tools-manifests AS operate-packages
COPY apps/operate/package.json apps/operate/
RUN sh deploy/images/install-packages.sh prisma-cli

FROM tools-manifests AS stand-ins-packages
COPY apps/operate/package.json apps/operate/
COPY libs/testing/package.json libs/testing/
COPY testbed/package.json testbed/
COPY testbed/card-provider-stand-in/package.json testbed/card-provider-stand-in/
RUN sh deploy/images/install-packages.sh @node-rs/argon2

# Node and the files every process needs. The account that runs it cannot change them.
FROM base AS runtime
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
           /opt/yarn-* /usr/local/bin/yarn /usr/local/bin/yarnpkg
ENV NODE_ENV=production
LABEL org.opencontainers.image.title="Foyer" \
      org.opencontainers.image.description="Sign-up and login portal in front of an event-planning product" \
      org.opencontainers.image.licenses="UNLICENSED"
COPY package.json ./
COPY libs/catalog libs/catalog
COPY libs/contracts libs/contracts
COPY libs/mail libs/mail
USER 1000:1000
STOPSIGNAL SIGTERM

FROM runtime AS api
COPY --from=api-packages /app/sbom.cdx.json /app/THIRD-PARTY-NOTICES ./
COPY --from=api-packages /app/node_modules node_modules
COPY libs/db/package.json libs/db/
COPY --from=build /app/libs/catalog/dist libs/catalog/dist
COPY --from=build /app/libs/contracts/dist libs/contracts/dist
COPY --from=build /app/libs/db/dist libs/db/dist
COPY --from=build /app/libs/mail/dist libs/mail/dist
COPY apps/api/package.json apps/api/start.sh apps/api/
COPY --from=build /app/apps/api/dist apps/api/dist
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=web-packages /app/sbom.cdx.json /app/THIRD-PARTY-NOTICES apps/web/dist/
COPY --from=web-packages /app/THIRD-PARTY-NOTICES apps/web/dist/assets/third-party-notices.txt
ENV PORT=3000 METRICS_PORT=9464
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "apps/api/start.sh"]

FROM runtime AS worker
COPY --from=worker-packages /app/sbom.cdx.json /app/THIRD-PARTY-NOTICES ./
COPY --from=worker-packages /app/node_modules node_modules
COPY apps/mail-worker apps/mail-worker
ENV METRICS_PORT=9465
EXPOSE 9465
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/metrics`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/mail-worker/src/main.ts"]

FROM runtime AS migrate
COPY --from=migrate-packages /app/sbom.cdx.json /app/THIRD-PARTY-NOTICES ./
COPY --from=migrate-packages /app/node_modules node_modules
COPY prisma/migrations prisma/migrations
COPY tools/package.json tools/command-error.ts tools/paths.ts tools/project-environment.ts tools/
COPY tools/prisma tools/prisma
COPY tools/deploy/migrate.ts tools/deploy/require-environment.ts tools/deploy/
CMD ["node", "tools/deploy/migrate.ts"]

# Operators' commands, including Prisma Studio, under the same names as in a clone. Also the program that generates the
# secrets of docker-compose.yml.
FROM runtime AS operate
COPY --from=operate-packages /app/sbom.cdx.json /app/THIRD-PARTY-NOTICES ./
COPY --from=operate-packages /app/node_modules node_modules
COPY libs/db libs/db
COPY --from=build /app/libs/db/src/generated libs/db/src/generated
COPY prisma.config.ts ./
COPY prisma/schema.prisma prisma/
COPY prisma/migrations prisma/migrations
COPY apps/operate apps/operate
COPY tools/package.json tools/command-error.ts tools/paths.ts tools/project-environment.ts tools/
COPY tools/prisma tools/prisma
COPY tools/run tools/run
COPY tools/deploy/deployment-secrets.ts tools/deploy/keep-secrets.ts tools/deploy/make-signing-key.ts \
     tools/deploy/migrate.ts tools/deploy/new-secrets.ts tools/deploy/require-environment.ts tools/deploy/studio.ts tools/deploy/
EXPOSE 5555
USER 0:0
RUN for reader in postgres migrate api worker owner; do mkdir -p /run/foyer "/run/foyer-for/$reader"; done \
 && chown -R 1000:1000 /run/foyer /run/foyer-for
USER 1000:1000
ENTRYPOINT ["node", "apps/operate/src/main.ts"]

# Stand-ins for outside services, and demo data. Only for development.
FROM runtime AS stand-ins
COPY --from=stand-ins-packages /app/sbom.cdx.json /app/THIRD-PARTY-NOTICES ./
COPY --from=stand-ins-packages /app/node_modules node_modules
COPY libs/db libs/db
COPY --from=build /app/libs/db/src/generated libs/db/src/generated
COPY libs/testing libs/testing
COPY apps/operate apps/operate
COPY prisma prisma
COPY testbed testbed
COPY tools tools
USER 0:0
RUN mkdir /data && chown 1000:1000 /data
ENV NODE_ENV=development
USER 1000:1000
