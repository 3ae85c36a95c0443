import { methodsOf, noteCalls, type Methods, type PublishedCloud } from './published-cloud.ts'

/** The client's parts, the calls of each, and wrappers that record calls from now on. */
export function openParts(cloud: PublishedCloud) {
  const { threads, runs, files, auth, scores, events, projects } = cloud
  const all = {
    threads,
    messages: threads.messages,
    threadRuns: threads.runs,
    runs,
    files,
    tokens: auth.tokens,
    scores,
    events,
    projectThreads: projects?.threads,
    projectMessages: projects?.threads.messages,
  }
  const calls = new Set<string>()
  const has = Object.entries(all).flatMap(([name, part]) =>
    part ? methodsOf(part).map((method) => `${name}.${method}`) : [],
  )
  const part = (name: keyof typeof all) => noteCalls<Methods>(all[name] ?? {}, name, calls)
  return { has, calls, part }
}
export type Parts = ReturnType<typeof openParts>
