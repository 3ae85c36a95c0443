import type { Scope, UserData } from '../store/store.ts'

/** A user's data as one JSON document, with the names that the API gives to everything. */
export const userFacts = (
  { projectId, userId }: { readonly projectId: string; readonly userId: string },
  { threads, messages, scores, reports, files }: UserData,
  exportedAt: string,
) => ({
  exported_at: exportedAt,
  project_id: projectId,
  user_id: userId,
  threads: threads.map(toWireNames),
  messages: messages.map(toWireNames),
  feedback: scores.map(withoutScope),
  reports: reports.map(withoutScope),
  files: files.map(withoutScope),
})

function withoutScope({ scope, ...rest }: { readonly scope: Scope }) {
  return toWireNames({ workspaceId: scope.workspaceId, ...rest })
}

/** The row's own names only: content and metadata are what the client sent. */
function toWireNames(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
}
