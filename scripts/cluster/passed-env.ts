/** Settings of the cluster's own addresses, folders and stores, and of the log that it reads. */
const OF_CLUSTER =
  /^(PORT|HOST|LOG_LEVEL|DATABASE_URL|REDIS_URL|S3_.*|ALCOVE_(SECRET|DATA_DIR|DATABASE_CONNECTIONS|PUBLIC_URL|FILES_URL|DESK_URL|OWN_ORIGINS|TRUSTED_PROXIES))$/

/**
 * The operator's environment as the cluster's servers get it: all of it, since a configuration may read any
 * variable, except for what the cluster itself decides. Limits are as the operator has them.
 */
export function passedEnv(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const passed = Object.entries(env).flatMap(([name, value]) =>
    OF_CLUSTER.test(name) || value === undefined ? [] : [[name, value] as const],
  )
  return { ALCOVE_LIMITS: '', ...Object.fromEntries(passed) }
}

/** Names of the models that a server's log tells at its start. */
export function modelsTold(output: string): string {
  const [, names = ''] = /"models":\[([^\]]*)\]/.exec(output) ?? []
  return names.replaceAll('"', '').replaceAll(',', ', ')
}
