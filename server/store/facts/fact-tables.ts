/** Tables of what the desk counts and lists. All but the figures by day go with their messages. */
export interface FactTables {
  readonly facts_due: FactsDueTable
  readonly answer_facts: AnswerFactsTable
  readonly asked_questions: AskedQuestionsTable
  readonly thread_facts: ThreadFactsTable
  readonly thread_tags: ThreadTagsTable
  readonly daily_figures: DailyFiguresTable
  readonly daily_speeds: DailySpeedsTable
  readonly daily_visitors: DailyVisitorsTable
  readonly prompt_texts: PromptTextsTable
  readonly prompt_uses: PromptUsesTable
  readonly loose_prompt_texts: LoosePromptTextsTable
  readonly answer_prompts: AnswerPromptsTable
}

/**
 * Answers of this server whose facts are missing or old. A row is added by the transaction that saves the answer, and removed by the one
 * that writes its facts, so that each answer counts once. Key: thread and message; with its message. Index: due_at.
 */
export interface FactsDueTable {
  readonly thread_id: string
  readonly message_id: string
  /** From then on, any process may write them. */
  readonly due_at: string
}

/**
 * Key: thread and message; with its message. Indexes: project_id, ended_at, message_id; the same for answers with trouble, and for answers
 * with tools. The person is that of the thread.
 */
export interface AnswerFactsTable {
  readonly thread_id: string
  readonly message_id: string
  readonly project_id: string
  /** Message id of its question. */
  readonly question_id: string | null
  /** Day of `daily_figures` to which it was counted. */
  readonly day: string
  readonly assistant: string
  readonly model: string | null
  /** BCP 47 without a region; empty: unknown. */
  readonly language: string
  readonly started_at: string
  readonly ended_at: string
  readonly first_word_ms: number | null
  readonly whole_ms: number
  readonly input_tokens: number | null
  readonly cached_tokens: number | null
  readonly output_tokens: number | null
  readonly reasoning_tokens: number | null
  /** In millionths of the currency; null: the model has no price. */
  readonly cost_micros: number | null
  readonly state: 'complete' | 'stopped' | 'error' | 'waiting'
  /** The operator's words about the error. */
  readonly error: string | null
  readonly is_unanswered: number
  /** 1: the person asked for another answer to the same question. */
  readonly is_repeated: number
  readonly rating: 'good' | 'bad' | null
  /** Sum of the numbers in `TROUBLES`; 0: nothing is wrong. The worst answers have the highest numbers. */
  readonly trouble: number
  /** JSON: [{ name, failed }], one for each call. */
  readonly tools: string
  /** JSON: ids of the sources that it cited. */
  readonly sources: string
  /** Where the person asked: origin and path. Null: the page shared nothing. */
  readonly page: string | null
}

/** The question of an answer: for groups of questions. Key: thread and message (of the question); with its message. Index: project_id, asked_at. */
export interface AskedQuestionsTable {
  readonly thread_id: string
  readonly message_id: string
  /** The newest answer to it. */
  readonly answer_id: string
  readonly project_id: string
  readonly asked_at: string
  /** The first 300 characters, masked. */
  readonly text: string
  /** Folded content words, separated by spaces. */
  readonly words: string
}

/** Key: thread; with its thread. Index: project_id, last_at, thread_id. */
export interface ThreadFactsTable {
  readonly thread_id: string
  readonly project_id: string
  /** End of the last answer. */
  readonly last_at: string
  readonly answers: number
  readonly good: number
  readonly bad: number
  /** Null: no answer had a price. */
  readonly cost_micros: number | null
  /** Message id of the first question, whose text is in `asked_questions` as long as the message is there. */
  readonly question_id: string | null
}

/**
 * Key: project_id, tag, thread_id; with its thread. Indexes: project_id, tag, last_at, thread_id; thread_id. Tags: `assistant:…`,
 * `language:…`, `tool:…`, `source:…`, `page:…`, `rating:good`, `rating:bad`, `state:unanswered`, `state:error`, `state:stopped`,
 * `state:repeated`.
 */
export interface ThreadTagsTable {
  readonly project_id: string
  readonly tag: string
  readonly thread_id: string
  /** As of the thread's facts. */
  readonly last_at: string
}

/** Key of figures by day. */
interface DailyKey {
  readonly project_id: string
  /** In the service's time zone for the desk. */
  readonly day: string
  readonly assistant: string
  /** Empty: unknown. */
  readonly model: string
  readonly language: string
}

/** Key: project, day, assistant, model, language. Counts alone; stays when conversations go. */
export interface DailyFiguresTable extends DailyKey {
  /** Each visitor of a day once, in the row of their first answer. */
  readonly visitors: number
  /** Each conversation of a day once, in the row of its first answer. */
  readonly conversations: number
  readonly answers: number
  readonly input_tokens: number
  readonly cached_tokens: number
  readonly output_tokens: number
  readonly reasoning_tokens: number
  readonly cost_micros: number
  readonly unpriced: number
  readonly unanswered: number
  readonly errors: number
  readonly stopped: number
  readonly repeated: number
  readonly good: number
  readonly bad: number
  /** In rows without assistant and language; the model is the embedding model. */
  readonly embedding_calls: number
  readonly embedding_tokens: number
}

/** Answers by the time to their first word. Key: as `daily_figures`, and bucket. */
export interface DailySpeedsTable extends DailyKey {
  /** Each bucket ends 10 % above the one before. */
  readonly bucket: number
  readonly answers: number
}

/** Users and conversations that were counted on a day already; removed after two days. Key: project, user_hash, day. Index: counted_at. */
export interface DailyVisitorsTable {
  readonly project_id: string
  readonly day: string
  /** Hash of the id of the user or the conversation. */
  readonly user_hash: string
  readonly counted_at: string
}

/** A text of prompts, kept once. Key: project_id, hash. Removed when no thread uses it. */
export interface PromptTextsTable {
  readonly project_id: string
  /** SHA-256, hexadecimal. */
  readonly hash: string
  readonly text: string
}

/** A text in the prompts of a thread. Key: thread_id, hash; with its thread. Indexes: project_id, hash; project_id, used_on. */
export interface PromptUsesTable {
  readonly thread_id: string
  readonly hash: string
  readonly project_id: string
  /** UTC day of the last prompt with it. */
  readonly used_on: string
}

/** Texts that lost a use, by a trigger: the purge removes those without any. Key: project_id, hash. */
export interface LoosePromptTextsTable {
  readonly project_id: string
  readonly hash: string
}

/** The prompts of an answer. Key: thread and message; with its message. Index: project_id, made_at. */
export interface AnswerPromptsTable {
  readonly thread_id: string
  readonly message_id: string
  readonly project_id: string
  readonly made_at: string
  /** JSON: for each call of the model its messages with roles and hashes of texts, and the names of tools. */
  readonly data: string
}
