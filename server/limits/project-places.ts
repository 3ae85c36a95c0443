import { AlcoveError } from '../../shared/errors.ts'

/**
 * Places of work that each project has on this server.
 *
 * @param work names it in the refusal, such as "answers of previews".
 * @returns takes a place and returns what gives it back, once; throws `rate_limited` if none is free.
 */
export function createProjectPlaces(atOnce: number, work: string) {
  const running = new Map<string, number>()
  return (projectId: string): (() => void) => {
    const before = running.get(projectId) ?? 0
    if (before >= atOnce) {
      const text = `A project has at most ${atOnce} ${work} at once: wait for one to end.`
      throw new AlcoveError('rate_limited', text)
    }
    running.set(projectId, before + 1)
    return () => {
      const left = running.get(projectId)! - 1
      if (left === 0) running.delete(projectId)
      else running.set(projectId, left)
    }
  }
}
