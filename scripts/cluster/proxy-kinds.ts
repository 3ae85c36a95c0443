import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isExecutable, type NeededProgram } from '../debian-package.ts'
import { withLocalAddresses } from './haproxy-config.ts'

/** Local addresses of a sample in a test. */
export interface ProxyPlace {
  readonly port: number
  /** Ports of the servers behind it. Samples with a single address use the first. */
  readonly serverPorts: readonly number[]
  readonly folder: string
}

/** A proxy with a sample file in `docs/`. */
export interface ProxyKind {
  readonly program: NeededProgram
  /** Path of the sample below `docs/`. */
  readonly sample: string
  /** Replaces addresses of the sample by local ones; everything else stays. */
  readonly localize: (sample: string, place: ProxyPlace) => string
  /** Files that the program needs besides the sample. */
  readonly files?: (place: ProxyPlace, sample: string) => Readonly<Record<string, string>>
  /** @param config the path of the localized sample. */
  readonly command: (program: string, config: string, place: ProxyPlace) => readonly string[]
  readonly signal: 'KILL' | 'TERM'
}

const LIGHTTPD_MODULES = '/usr/lib/lighttpd'
const APACHE_MODULES = '/usr/lib/apache2/modules'
/** Modules that Debian's Apache loads by default. */
const APACHE_BASE = ['mpm_event', 'authz_core']

function neededProgram(name: string, debianPackage: string, file: string): NeededProgram {
  return {
    name,
    debianPackage,
    find: () => findProgram(file),
    advice: `The tests of proxies need ${name}: install it (Debian: apt-get install ${debianPackage}), or put its folder on PATH.`,
  }
}

function findProgram(file: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/sbin']
  return folders.map((folder) => join(folder, file)).find(isExecutable)
}

/**
 * Replaces values of a sample.
 *
 * @throws Error if a pattern does not match.
 */
function replaceAll(sample: string, values: readonly (readonly [RegExp, string])[]): string {
  let text = sample
  for (const [pattern, value] of values) {
    if (!pattern.test(text)) throw new Error(`The sample has nothing like ${pattern}.`)
    text = text.replace(pattern, value)
  }
  return text
}

export const PROXY_KINDS = {
  nginx: {
    program: neededProgram('nginx', 'nginx-light', 'nginx'),
    sample: 'proxies/nginx.conf',
    localize: (sample, { port, serverPorts: [serverPort] }) =>
      replaceAll(sample, [
        [/(?<=server 127\.0\.0\.1:)8787(?=;)/, String(serverPort)],
        [/(?<=listen )80(?=;)/, `127.0.0.1:${port}`],
        [/^http \{/m, 'http {\n  access_log off;'],
      ]),
    command: (program, config, { folder }) => [
      program,
      '-p',
      folder,
      '-c',
      config,
      '-e',
      'stderr',
      '-g',
      `daemon off; pid ${folder}/pid;`,
    ],
    signal: 'TERM',
  },
  Caddy: {
    program: neededProgram('Caddy', 'caddy', 'caddy'),
    sample: 'proxies/Caddyfile',
    localize: (sample, { port, serverPorts: [serverPort] }) =>
      replaceAll(sample, [
        [/^chat\.example\.com(?= \{)/m, `{\n\tadmin off\n}\n\nhttp://127.0.0.1:${port}`],
        [/(?<=127\.0\.0\.1:)8787/, String(serverPort)],
      ]),
    command: (program, config, { folder }) => [
      'env',
      `HOME=${folder}`,
      `XDG_CONFIG_HOME=${folder}`,
      `XDG_DATA_HOME=${folder}`,
      program,
      'run',
      '--config',
      config,
      '--adapter',
      'caddyfile',
    ],
    signal: 'KILL',
  },
  Apache: {
    program: neededProgram('Apache', 'apache2', 'apache2'),
    sample: 'proxies/apache.conf',
    localize: (sample, { port, serverPorts: [serverPort] }) =>
      replaceAll(sample, [
        [/(?<=<VirtualHost )\*:80(?=>)/, `127.0.0.1:${port}`],
        [/(?<=127\.0\.0\.1:)8787/, String(serverPort)],
      ]),
    files: ({ port, folder }, sample) => {
      const named = /a2enmod (.+)/.exec(sample)?.[1]?.split(' ') ?? []
      const lines = [
        ...[...APACHE_BASE, ...named].map(
          (name) => `LoadModule ${name}_module ${APACHE_MODULES}/mod_${name}.so`,
        ),
        `ServerRoot ${folder}`,
        `PidFile ${folder}/pid`,
        `DefaultRuntimeDir ${folder}`,
        'ServerName localhost',
        'User www-data',
        'Group www-data',
        'ErrorLog /dev/stderr',
        `Listen 127.0.0.1:${port}`,
        `Include ${folder}/apache.conf`,
      ]
      return { 'main.conf': `${lines.join('\n')}\n` }
    },
    command: (program, _, { folder }) => [program, '-f', `${folder}/main.conf`, '-DFOREGROUND'],
    signal: 'TERM',
  },
  HAProxy: {
    program: neededProgram('HAProxy', 'haproxy', 'haproxy'),
    sample: 'haproxy.cfg',
    localize: (sample, { port, serverPorts }) => withLocalAddresses(sample, { port, serverPorts }),
    command: (program, config) => [program, '-db', '-f', config],
    signal: 'KILL',
  },
  lighttpd: {
    program: {
      ...neededProgram('lighttpd', 'lighttpd-mod-deflate', 'lighttpd'),
      find: () =>
        existsSync(`${LIGHTTPD_MODULES}/mod_deflate.so`) ? findProgram('lighttpd') : undefined,
    },
    sample: 'proxies/lighttpd.conf',
    localize: (sample, { port, serverPorts: [serverPort], folder }) =>
      replaceAll(sample, [
        [/^server\.port = 80$/m, `server.port = ${port}\nserver.bind = "127.0.0.1"`],
        [/(?<=server\.document-root = )"[^"]+"/, `"${folder}"`],
        [/(?<="port" => )8787/, String(serverPort)],
      ]),
    command: (program, config) => [program, '-D', '-f', config],
    signal: 'KILL',
  },
  Varnish: {
    program: neededProgram('Varnish', 'varnish', 'varnishd'),
    sample: 'proxies/varnish.vcl',
    localize: (sample, { serverPorts: [serverPort] }) =>
      replaceAll(sample, [[/(?<=\.port = )"8787"/, `"${serverPort}"`]]),
    command: (program, config, { port, folder }) => [
      program,
      '-F',
      '-j',
      'none',
      '-n',
      folder,
      '-T',
      'none',
      '-a',
      `127.0.0.1:${port}`,
      '-f',
      config,
      '-s',
      'malloc,16m',
    ],
    signal: 'TERM',
  },
} as const satisfies Readonly<Record<string, ProxyKind>>

export type ProxyName = keyof typeof PROXY_KINDS
export const PROXY_NAMES = Object.keys(PROXY_KINDS) as ProxyName[]
