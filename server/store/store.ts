import { Kysely, sql, type CompiledQuery, type Dialect, type LogEvent } from 'kysely'
import { createApiKeyQueries } from './api-keys.ts'
import { createBlockedAddressQueries } from './blocked-addresses.ts'
import { createBudgetQueries } from './budgets.ts'
import { createConversationQueries } from './desk/conversation-queries.ts'
import { createDatabase, openClock } from './database.ts'
import { createFactQueries } from './facts/fact-queries.ts'
import { createDeskQueries } from './desk/desk-queries.ts'
import { createDeskReportQueries } from './desk/report-queries.ts'
import { createFileQueries } from './files.ts'
import { createJobLeases } from './job-leases.ts'
import { createCaseQueries } from './cases/case-queries.ts'
import { createCaseAttemptQueries } from './cases/case-attempt-queries.ts'
import { createCaseRunQueries } from './cases/case-run-queries.ts'
import { createCrawlQueries } from './knowledge/crawl-queries.ts'
import { createCrawlQueue } from './knowledge/crawl-queue.ts'
import { createCrawledDocumentQueries } from './knowledge/crawled-documents.ts'
import { createKnowledgeQueries } from './knowledge/knowledge-queries.ts'
import { createSourceQueries } from './knowledge/source-queries.ts'
import { createEmbeddingQueries } from './knowledge/vectors/embedding-queries.ts'
import { createVectorQueries } from './knowledge/vectors/vector-queries.ts'
import { createLeaseQueries } from './message-leases.ts'
import { createMessageQueries } from './messages.ts'
import { explainFailure, openPlace, type PlaceSettings } from './open-place.ts'
import { createNoticeQueries } from './notices/notice-queries.ts'
import { createProjectQueries } from './projects.ts'
import { createPurgeQueries } from './purge.ts'
import { createReportQueries } from './reports.ts'
import { createRunQueries } from './runs.ts'
import { createScoreQueries } from './scores.ts'
import { listRepairable } from './search-indexes.ts'
import { createSearchMender, mendSearch } from './search/search-repair.ts'
import { createSessionQueries } from './sessions.ts'
import { createReloadQueries } from './settings/reload-queries.ts'
import { createSettingsQueries } from './settings/settings-queries.ts'
import { createSpentProofQueries } from './spent-proofs.ts'
import type { Tables } from './tables.ts'
import { createThreadQueries } from './threads.ts'
import { createUserQueries } from './users.ts'
import { checkWrite } from './write-check.ts'

export type { ApiKeyQueries, ApiKeyRow } from './api-keys.ts'
export type { BlockedAddress, BlockedAddressQueries } from './blocked-addresses.ts'
export type { ThreadChange } from './change-threads.ts'
export type { DueAnswer } from './facts/due-facts.ts'
export type { AnswerPrompts, NewPrompts, PromptStep } from './facts/prompts.ts'
export { FEEDBACK_SCORE } from './facts/ratings.ts'
export type { NewFacts } from './facts/save-facts.ts'
export type { DeskActOutcome, NewDeskAct } from './desk/audit.ts'
export type { DeskPersonRow, GivenRoleRow } from './desk/people.ts'
export type { DeskSessionRow } from './desk/sign-ins.ts'
export type {
  ReportCursor,
  ReportedAnswer,
  ReportedQuestion,
  ReportedRating,
  ReportedTools,
} from './desk/report-answers.ts'
export type { AttemptRow, ClaimedDelivery, DeliveryRow } from './notices/delivery-rows.ts'
export { DELIVERIES_PER_PAGE } from './notices/delivery-queries.ts'
export type { DeliveryEnd } from './notices/delivery-queries.ts'
export type { HookRow } from './notices/hook-queries.ts'
export type { ClaimedMail, MailEnd, ReportMailRow, ReportWeek } from './notices/report-queries.ts'
export { NO_FIGURES } from './desk/report-figures.ts'
export type { FigureSums } from './desk/report-figures.ts'
export { BACKUP_ACT } from './desk/report-health.ts'
export type { ReportedPiece, ReportedUse } from './desk/report-knowledge.ts'
export type { ReportedProject, ReportPeriod } from './desk/report-period.ts'
export type { DeskReportQueries } from './desk/report-queries.ts'
export { bucketMs } from './facts/speeds.ts'
export { readTroubles } from './facts/trouble.ts'
export type { UnsentEnds } from './file-threads.ts'
export type { AnswerFactsRow, ConversationMessages } from './desk/conversation-messages.ts'
export type { ConversationPage, ListedConversation } from './desk/conversation-queries.ts'
export type { ConversationPlace } from './desk/conversation-walk.ts'
export type { PresentPiece } from './desk/present-pieces.ts'
export type { NoteRow } from './desk/conversation-notes.ts'
export type { FixRow } from './desk/answer-fixes.ts'
export type { CaseRow, NewCase } from './cases/case-queries.ts'
export type {
  CaseAttemptRow,
  CaseCountsRow,
  CaseOutcomeRow,
  CaseRunRow,
} from './cases/case-run-rows.ts'
export type { KeptAttempt } from './cases/case-attempt-queries.ts'
export type { NewNotice } from './notices/tell-notice.ts'
export type { FileQueries, FileRow, NewFile } from './files.ts'
export type { KnowledgeDocumentRow, NewPiece, PieceRow } from './knowledge/document-rows.ts'
export { EVERY_ENTRY } from './knowledge/entries.ts'
export { createTerms, listWords, readEntry, writeEntry } from './knowledge/entry-words.ts'
export { CRAWL_LEASE_MS } from './knowledge/crawl-queries.ts'
export type { CrawlLease, DueSource } from './knowledge/crawl-queries.ts'
export type { FoundAddress } from './knowledge/crawl-queue.ts'
export type { ReportedDocument } from './knowledge/crawled-documents.ts'
export type { KnowledgeQueries, ListedSource } from './knowledge/knowledge-queries.ts'
export type { SourceKind } from './knowledge/knowledge-tables.ts'
export type { SourceCounts, SourceRow } from './knowledge/source-rows.ts'
export type { CandidateQuery, Clause } from './knowledge/knowledge-engine.ts'
export { WORDS_PER_LOOKUP } from './knowledge/search-entries.ts'
export type { EntryRow, KnownWord, PassageRow, WordLookup } from './knowledge/search-entries.ts'
export type {
  EmbeddingModelRow,
  EmbeddingUsage,
  NearPiece,
  NewVector,
  UnembeddedText,
} from './knowledge/vectors/embedding-rows.ts'
export { centreOf, toUnit } from './knowledge/vectors/quantise.ts'
export { storedBytes } from './message-bytes.ts'
export type { MessageLease } from './message-leases.ts'
export type { MessageRow, MessageTextRow } from './message-rows.ts'
export type { MessagePage } from './messages.ts'
export type { ProjectRow } from './projects.ts'
export type { NewRunReport, RunReportRow, ScopedReport } from './reports.ts'
export type { RunChunks } from './run-chunks.ts'
export type { RunRow } from './run-rows.ts'
export type { RunQueries } from './runs.ts'
export type { Scope } from './scope.ts'
export type { NewScore, ScoreRow } from './scores.ts'
export type { ThreadMatch } from './search/search-threads.ts'
export type { SessionQueries, SessionRow } from './sessions.ts'
export { createDraftError } from './settings/settings-errors.ts'
export type { DraftRow, VersionHead, VersionRow } from './settings/settings-rows.ts'
export type { SetSource } from './settings/settle-sources.ts'
export type { RunStart } from './start-run.ts'
export type { ApiKeyScope } from './tables.ts'
export type { NewThread, ThreadRow } from './thread-rows.ts'
export type { ThreadPage } from './threads.ts'
export type { Usage } from './usage.ts'
export type { UserData } from './users.ts'

export type Store = Readonly<Awaited<ReturnType<typeof openStore>>>

export interface StoreSettings extends PlaceSettings {
  /** Default: the database's clock. */
  readonly now?: () => Date
  /** Called with each statement, for tests of query plans. Default: none. */
  readonly onStatement?: (statement: CompiledQuery) => void
}

/**
 * Opens the database and migrates it to this version's tables.
 *
 * @throws AlcoveError `conflict` if another server has the folder, `version_skew` if the database belongs to
 * another version, `unavailable` if it cannot be used.
 */
export async function openStore(settings: StoreSettings) {
  const { dialect, isAlone, release } = await openPlace(settings)
  const { onStatement } = settings
  const log = onStatement ? { log: ({ query }: LogEvent) => onStatement(query) } : {}
  const db = new Kysely<Tables>({ dialect: dialect.kysely, ...log })
  const clock = await openClock(db, dialect, settings.now).catch(async (error: unknown) => {
    await db.destroy()
    release()
    throw explainFailure(dialect, error)
  })
  const indexes = listRepairable(dialect)
  if (isAlone) {
    for (const { repair, renew } of indexes) await mendSearch(db, repair, settings.log, renew)
  }
  const menders = indexes.map(({ repair, renew }) =>
    createSearchMender(db, repair, settings.log, renew),
  )
  async function mend(error: unknown): Promise<boolean> {
    for (const mendOne of menders) if (await mendOne(error)) return true
    return false
  }
  const open = (other: Dialect) => new Kysely<Tables>({ dialect: other, ...log })
  const reads = dialect.reads ? open(dialect.reads) : db
  const searches = dialect.searches ? open(dialect.searches) : reads
  const desk = dialect.desk ? open(dialect.desk) : searches
  const others = { reads, searches, desk }
  const database = createDatabase(db, dialect, () => new Date(clock.now()), mend, others)
  const ofDesk = { ...database, read: database.readForDesk }
  const sessions = createSessionQueries(database)
  return {
    threads: createThreadQueries(database),
    messages: createMessageQueries(database),
    leases: createLeaseQueries(database),
    runs: createRunQueries(database),
    sessions,
    projects: createProjectQueries(database),
    settings: createSettingsQueries(database),
    reloads: createReloadQueries(database),
    apiKeys: createApiKeyQueries(database),
    scores: createScoreQueries(database),
    reports: createReportQueries(database),
    facts: createFactQueries(database),
    files: createFileQueries(database),
    users: createUserQueries(database, sessions),
    budgets: createBudgetQueries(database),
    cases: createCaseQueries(database),
    caseRuns: { ...createCaseRunQueries(database), ...createCaseAttemptQueries(database) },
    conversations: createConversationQueries(ofDesk),
    knowledge: createKnowledgeQueries(database),
    sources: createSourceQueries(database),
    crawls: createCrawlQueries(database),
    crawlQueue: createCrawlQueue(database),
    crawledDocuments: createCrawledDocumentQueries(database),
    embeddings: createEmbeddingQueries(database),
    vectors: createVectorQueries(database),
    blockedAddresses: createBlockedAddressQueries(database),
    desk: createDeskQueries(database),
    notices: createNoticeQueries(database),
    deskReports: createDeskReportQueries(ofDesk),
    spentProofs: createSpentProofQueries(database),
    maintenance: {
      ...createPurgeQueries(database),
      /** Runs a task unless another process does that job: see {@link createJobLeases}. */
      alone: createJobLeases(database, dialect),
    },
    /** True if other processes may use the same database. */
    isShared: database.isShared,
    /** The database's time, which all its processes use. Milliseconds since 1970. */
    now: clock.now,
    /** Resolves if the database answers. */
    async ping(): Promise<void> {
      // Without retries: the caller wants the current state.
      await sql`select 1`.execute(reads)
    },
    /**
     * Checks that writes work: writes a row, and commits it.
     *
     * @throws the database's error, or AlcoveError `unavailable` if its cause is known.
     */
    async checkWrite(): Promise<void> {
      await checkWrite(db, dialect).catch((error: unknown) => {
        throw dialect.explain(error) ?? error
      })
    },
    async close(): Promise<void> {
      clock.close()
      await database.close()
      release()
    },
  }
}
