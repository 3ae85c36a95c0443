/**
 * Runs a task with an environment, and restores the earlier one. Vite sets NODE_ENV for the whole process
 * when it builds, and a later development server in the same worker would have no hot updates.
 */
export async function withNodeEnv<Result>(
  env: Readonly<Record<string, string>> & { readonly NODE_ENV: string },
  task: () => Promise<Result>,
): Promise<Result> {
  const before = { ...process.env }
  Object.assign(process.env, env)
  try {
    return await task()
  } finally {
    for (const name of Object.keys(env)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}
