# One image for the API, the indexer, migrations and backups: the command decides, and `factshelf COMMAND` runs the commands of
# people. It holds Node, the bundle, the packages that cannot be bundled, the client programs of Postgres, and the shell that
# limits the memory of picture decoders. It has no package manager.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# With optional packages: esbuild and vite bring their programs as such.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY deploy/build ./deploy/build
COPY src ./src
COPY indexer ./indexer
COPY console ./console
COPY docs ./docs
COPY migrations ./migrations
RUN npm run build

FROM node:24.21.0-bookworm-slim AS system
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY deploy/build/external-packages.mjs ./
# With optional packages, as sharp brings its decoders as one of them. npm 11.6 also installs 45 MB that nothing asks for.
RUN node external-packages.mjs && npm install --omit=dev --ignore-scripts --no-audit --no-fund \
  && npm ls --parseable --long | awk -F: '$NF == "EXTRANEOUS" { print $1 }' | xargs rm -rf \
    package-lock.json .npmrc external-packages.mjs
# Node, the shell, the system's libraries that they and the packages load, and folders that a new volume takes over.
RUN mkdir -p /system/tmp /system/dumps /system/images /system/backups /system/etc/ssl /system/app \
  && cp -r /etc/passwd /etc/group /etc/nsswitch.conf /system/etc/ \
  && { [ ! -d /etc/ssl/certs ] || cp -rL /etc/ssl/certs /system/etc/ssl/; } \
  && { find node_modules -name '*.node' | xargs ldd /usr/local/bin/node || true; } \
    | awk '$2 == "=>" { print $3 } $1 ~ "^/lib" { print $1 }' | grep '^/\(usr/\)\?lib' | sort -u \
    | xargs -I{} cp --parents -L {} /system/ \
  && cp --parents /usr/local/bin/node /system/ && cp --parents -L /bin/sh /system/ \
  && printf '#!/bin/sh\nexec node /app/dist/src/cli/factshelf.js "$@"\n' >/system/usr/local/bin/factshelf \
  && chmod 755 /system/usr/local/bin/factshelf \
  && mv node_modules package.json /system/app/ \
  && chmod 1777 /system/tmp && chown node:node /system/dumps /system/images /system/backups

# What backup and restore run, of the version of the server, with the libraries that it loads.
FROM postgres:18.4-bookworm AS postgres
USER root
RUN mkdir -p /client/usr/local/bin && for name in pg_dump pg_restore psql; do \
    file=$(ls /usr/lib/postgresql/*/bin/$name) && cp "$file" /client/usr/local/bin/ && ldd "$file" || exit 1; \
  done | awk '$2 == "=>" { print $3 }' | sort -u | xargs -I{} cp --parents -L {} /client/

FROM scratch
# Where this source is published, and its commit: whoever builds the image knows them.
ARG SOURCE=
ARG REVISION=
ARG VERSION=1.0.0
LABEL org.opencontainers.image.title=Factshelf \
  org.opencontainers.image.version=$VERSION \
  org.opencontainers.image.licenses=MIT \
  org.opencontainers.image.source=$SOURCE \
  org.opencontainers.image.revision=$REVISION
ENV PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_HOST=0.0.0.0 DATA_DIR=/tmp
WORKDIR /app
COPY --from=system /system /
COPY --from=postgres /client /
COPY --from=build /app/dist ./dist
USER node
EXPOSE 8080
# Asks what runs here: the API, the indexer, or daily backups.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["factshelf", "health"]
CMD ["node", "dist/src/main.js"]
