/** Whose rows a query may touch. Every query of threads, messages and runs takes one. */
export interface Scope {
  readonly projectId: string
  readonly workspaceId: string
  readonly userId: string
}
