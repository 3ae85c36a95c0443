import type { Scope } from './scope.ts'

/** What somebody thinks of a message, a thread or a run. */
export interface ScoreRow {
  readonly id: string
  readonly scope: Scope
  readonly name: string
  readonly dataType: 'numeric' | 'categorical' | 'boolean'
  readonly value: number | null
  readonly stringValue: string | null
  readonly comment: string | null
  readonly threadId: string | null
  readonly messageId: string | null
  readonly runId: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** Exactly one target; a message's thread is named as well, so that nobody looks for it. */
export interface NewScore extends Pick<
  ScoreRow,
  'name' | 'dataType' | 'value' | 'stringValue' | 'comment' | 'threadId' | 'messageId' | 'runId'
> {}

export interface ScoreQueries {
  /** One per name, target and author: a second one replaces value and comment of the first. */
  put(scope: Scope, score: NewScore): Promise<ScoreRow>
  find(
    scope: Scope,
    name: string,
    target: Pick<ScoreRow, 'threadId' | 'messageId' | 'runId'>,
  ): Promise<ScoreRow | undefined>
  /** Takes back this author's score of that name; nothing happens when there is none. */
  remove(
    scope: Scope,
    name: string,
    target: Pick<ScoreRow, 'threadId' | 'messageId' | 'runId'>,
  ): Promise<void>
  /** This author's scores of that name for messages of a thread. */
  listOfThread(scope: Scope, threadId: string, name: string): Promise<readonly ScoreRow[]>
  findInProject(projectId: string, id: string): Promise<ScoreRow | undefined>
  /** Newest first, for the project's own server. */
  listProject(
    projectId: string,
    page: { readonly limit: number; readonly after?: string; readonly name?: string },
  ): Promise<readonly ScoreRow[]>
}
