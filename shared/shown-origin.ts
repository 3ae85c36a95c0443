/** The origin to show: `http://localhost:8787` if `localhost` reaches the address; otherwise its own name. */
export function shownOrigin(host: string, port: number): string {
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)
  if (isLocal) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
