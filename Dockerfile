# The image of one replica: dist/, the built page in it, and production modules on Node's slim image, nothing else. It writes to no file, so its root
# file system may be read-only; Redis is elsewhere: REDIS_URL, REDIS_CLUSTER or REDIS_SENTINELS must say where.

FROM node:24-slim AS build
WORKDIR /earshot
COPY package.json package-lock.json ./
COPY scripts/build/package.json scripts/build/package.json
# No package here needs its install script, and one that is not run cannot do harm.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
COPY tsconfig.json vite.config.ts ./
COPY scripts/build scripts/build
COPY src src
COPY deploy/docker/healthcheck.js ./
# Types and source maps are for who writes code, not for who runs it. And files keep the permissions that they have in the checkout.
RUN scripts/build/all && find dist -type f \( -name '*.d.ts' -o -name '*.map' \) -delete && \
    chmod -R a+rX dist package.json healthcheck.js

FROM node:24-slim AS modules
WORKDIR /earshot
COPY package.json package-lock.json ./
# As above. Without scripts/build, it installs only what the service needs.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error && \
    find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete

FROM node:24-slim
LABEL org.opencontainers.image.title="Earshot" \
      org.opencontainers.image.description="Records the HTTP requests of apps and shows them live to whoever watches" \
      org.opencontainers.image.licenses="MIT"
# The container's own network is the fence that 127.0.0.1 is elsewhere.
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /earshot
# All of it is root's: the service cannot change its own code.
COPY --from=modules /earshot/node_modules node_modules
COPY --from=build /earshot/package.json /earshot/healthcheck.js ./
COPY --from=build /earshot/dist dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=10s --start-period=30s CMD ["node", "healthcheck.js"]
# Not through a shell or npm: Node is the process that gets SIGTERM, and it closes in order.
CMD ["node", "."]
