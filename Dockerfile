# The stores, their backend and their database in one container. Build: docker build -t souk .
FROM node:24-bookworm-slim AS packages
WORKDIR /srv/souk
COPY package.json package-lock.json ./
COPY packages packages
COPY scripts scripts
RUN npm ci --omit=dev --include=optional --no-audit --no-fund

FROM packages AS build
COPY . .
RUN npm ci --include=dev --include=optional --no-audit --no-fund
RUN npm run build

FROM packages
COPY . .
COPY --from=build /srv/souk/build build
RUN install -d -o node -g node -m 700 /data
ENV SOUK_DATA=/data SOUK_SEED=none PORT=3000
VOLUME /data
EXPOSE 3000
USER node
HEALTHCHECK --start-period=60s --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
