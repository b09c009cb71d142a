# In place of the official image: Debian's Redis.
ARG BASE
FROM ${BASE}
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends redis-server && install -d -o redis -g redis /data
WORKDIR /data
USER redis
CMD ["redis-server"]
