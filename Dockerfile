# Each stage has one Node: installed packages are of one platform and one major version of it. No package's script runs, and no
# stage needs a compiler, because SQLite comes prebuilt for Node 22 and later.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY src src
COPY db db
COPY tools tools
COPY examples examples
COPY docs/openapi.json docs/
RUN npm run build

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The first line of better-sqlite3 is for Node 20 alone, and of the second one sources are not needed.
RUN npm ci --omit=dev --ignore-scripts \
    && rm -r node_modules/better-sqlite3 node_modules/better-sqlite3-node22/deps node_modules/better-sqlite3-node22/src

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8700 DATABASE_URL=sqlite:/data/citable.db
RUN install --directory --owner=node --group=node --mode=700 /data
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 8700
HEALTHCHECK --interval=30s --timeout=5s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1))"]
CMD ["node", "dist/main.js"]
