import * as v from 'valibot'

/**
 * The part of the Compose Specification that `docs/compose.yaml` uses, written from its pages: keys that
 * are not listed here fail. It is not the specification's own schema, and no Docker engine has read the file.
 */
const text = v.pipe(v.string(), v.minLength(1))
/** Text with `${NAME}`, `${NAME:-default}` and `${NAME:?reason}`, which Compose replaces. */
const words = v.union([text, v.array(v.string())])
const duration = v.pipe(v.string(), v.regex(/^(\d+(us|ms|s|m|h))+$/))
const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(1))

const portSchema = v.pipe(v.string(), v.regex(/^(\d+:)?\d+(\/(tcp|udp))?$/))
const mountSchema = v.pipe(v.string(), v.regex(/^[\w./-]+:\/[\w./-]+(:ro|:rw)?$/))

const healthcheckSchema = v.strictObject({
  test: v.pipe(
    v.array(text),
    v.check(([kind]) => kind === 'CMD' || kind === 'CMD-SHELL', 'Expected CMD or CMD-SHELL first.'),
  ),
  interval: v.optional(duration),
  timeout: v.optional(duration),
  retries: v.optional(wholeNumber),
  start_period: v.optional(duration),
})

const dependencySchema = v.strictObject({
  condition: v.picklist(['service_started', 'service_healthy', 'service_completed_successfully']),
})

const serviceSchema = v.pipe(
  v.strictObject({
    image: v.optional(text),
    build: v.optional(v.strictObject({ context: text, dockerfile: v.optional(text) })),
    restart: v.optional(v.picklist(['no', 'always', 'on-failure', 'unless-stopped'])),
    depends_on: v.optional(v.record(text, dependencySchema)),
    entrypoint: v.optional(words),
    command: v.optional(words),
    ports: v.optional(v.array(portSchema)),
    volumes: v.optional(v.array(mountSchema)),
    configs: v.optional(v.array(v.strictObject({ source: text, target: text }))),
    networks: v.optional(v.record(text, v.strictObject({ aliases: v.array(text) }))),
    environment: v.optional(v.record(text, v.string())),
    healthcheck: v.optional(healthcheckSchema),
    stop_grace_period: v.optional(duration),
    deploy: v.optional(
      v.strictObject({
        replicas: wholeNumber,
        update_config: v.optional(
          v.strictObject({
            parallelism: wholeNumber,
            order: v.picklist(['start-first', 'stop-first']),
          }),
        ),
      }),
    ),
  }),
  v.check((service) => (service.image ?? service.build) !== undefined, 'Expected image or build.'),
)

export const composeSchema = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]*$/)),
  services: v.record(text, serviceSchema),
  configs: v.optional(v.record(text, v.strictObject({ content: text }))),
  volumes: v.optional(v.record(text, v.nullable(v.strictObject({})))),
})

export type ComposeFile = v.InferOutput<typeof composeSchema>
