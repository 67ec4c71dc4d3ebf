# The image of one replica: dist/ with the built page, and production modules, on Node's slim image. It writes no files, so its root file
# system may be read-only. It contains no Redis: set REDIS_URL, REDIS_CLUSTER or REDIS_SENTINELS.

FROM node:24-slim AS build
WORKDIR /earshot
COPY package.json package-lock.json ./
COPY scripts/build/package.json scripts/build/package.json
# No package here needs its install script, and a script that is not run can do no harm.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
COPY tsconfig.json vite.config.ts ./
COPY scripts/build scripts/build
COPY src src
COPY deploy/docker/healthcheck.js ./
# Types and source maps are not needed at run time. COPY keeps the permissions of the checkout, so chmod makes the files readable for all.
RUN scripts/build/all && find dist -type f \( -name '*.d.ts' -o -name '*.map' \) -delete && \
    chmod -R a+rX dist package.json healthcheck.js

FROM node:24-slim AS modules
WORKDIR /earshot
COPY package.json package-lock.json ./
# The same again, but without scripts/build: so npm installs only the modules that the service needs.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error && \
    find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete

FROM node:24-slim
LABEL org.opencontainers.image.title="Earshot" \
      org.opencontainers.image.description="Records the HTTP requests of apps and shows them live to whoever watches" \
      org.opencontainers.image.licenses="MIT"
# All addresses, because the network of the container limits who can connect; outside of containers, the default 127.0.0.1 does.
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /earshot
# All files belong to root: the service cannot change its own code.
COPY --from=modules /earshot/node_modules node_modules
COPY --from=build /earshot/package.json /earshot/healthcheck.js ./
COPY --from=build /earshot/dist dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=10s --start-period=30s CMD ["node", "healthcheck.js"]
# Without a shell or npm: Node itself gets SIGTERM, and closes everything in order.
CMD ["node", "."]
