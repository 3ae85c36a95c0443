export interface LocalAddresses {
  /** Port of the balancer. */
  readonly port: number
  /** Ports of the servers behind it. */
  readonly serverPorts: readonly number[]
}

const BIND_PATTERN = /^( *bind) :\d+$/m
const SERVERS_PATTERN = /^( *)server-template .+$/gm
const RESOLVERS_PATTERN = /^# .+\nresolvers .+\n(?: +.+\n)+/m

/**
 * The balancer's configuration with local addresses instead of a compose network's. Everything else stays, so
 * that the tested configuration is the deployed one.
 *
 * @throws Error if the configuration has another form.
 */
export function withLocalAddresses(config: string, { port, serverPorts }: LocalAddresses): string {
  const replaced = [BIND_PATTERN, SERVERS_PATTERN, RESOLVERS_PATTERN]
  for (const pattern of replaced) {
    if (config.search(pattern) === -1)
      throw new Error(`The configuration has nothing like ${pattern}.`)
  }
  return config
    .replace(RESOLVERS_PATTERN, '')
    .replace(BIND_PATTERN, `$1 127.0.0.1:${port}`)
    .replace(SERVERS_PATTERN, (_line, indent: string) =>
      serverPorts
        .map((serverPort, index) => `${indent}server alcove${index + 1} 127.0.0.1:${serverPort}`)
        .join('\n'),
    )
}
