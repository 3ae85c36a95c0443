/**
 * What the fields of bodies, answers and queries mean, by name: one word has one meaning nearly
 * everywhere. They stand here and not in the schemas, since the frame loads those too.
 */
const MEANINGS: Readonly<Record<string, string>> = {
  accepted: 'How many events were taken.',
  access_token: 'Goes into the header Authorization. Good for 15 minutes.',
  after:
    'The id of the last row that you have: the page begins behind it. Leave it out for the first page. A page with fewer rows than limit is the last one.',
  after_time:
    'The last_message_at that this last row had when you read it. With it the page begins at that place of the list, even when the thread has moved or gone since.',
  assistant_id:
    'Which assistant answers, as the operator names it; system/thread_title makes a title instead.',
  attributes: 'Whatever else the report said: kept as it came.',
  cached_input_tokens: 'Input tokens that the model’s provider had in its cache.',
  comment: 'In the person’s own words.',
  content: 'The message itself, as its format lays it out. Kept as it comes.',
  content_length: 'The file’s size in bytes. The address then takes exactly that many.',
  content_type: 'The file’s media type, for example application/pdf.',
  created_at: 'When the row was made.',
  data_type:
    'Which value counts: numeric and boolean have value, categorical has string_value. A boolean is kept as 1 or 0.',
  day: 'A day in UTC.',
  days: 'One entry for each day that has any runs.',
  details: 'Facts for a program, for example the seconds to wait.',
  duration_ms: 'How long the whole answer took, in milliseconds.',
  error: 'What went wrong, in any form.',
  errorMessage: 'Why spans were not taken.',
  events: 'What people did, one entry for each time.',
  expiresAt: 'When the address stops working.',
  expires_at: 'When the token ends, if it is not used before.',
  external_id:
    'Your own name for the row, unique in its workspace (a thread) or thread (a message). In paths it stands for the row’s id.',
  feedback_id: 'The rating’s id.',
  file_blob: 'The PDF itself: a data URL, or base64 alone. Wins over file_url.',
  file_url: 'The address of a stored file, or a public one.',
  filename: 'The name that the file is kept and downloaded under.',
  first_token_ms: 'How long the first word took, in milliseconds.',
  format:
    'How content is laid out, for example aui/v0 or ai-sdk/v6. Any name is kept; the server writes aui/v0.',
  from: 'The first day that counts, in UTC: 2026-11-01.',
  height: 'How many messages stand above this one in its branch; 0 for a root.',
  hint: 'What to do about it, for a developer.',
  id: 'The row’s id, given by the server.',
  info: 'Title and version of the API.',
  input_tokens: 'Tokens that the model read.',
  is_archived:
    'Whether the thread is put away: it keeps its messages, and leaves the list of current threads.',
  is_running: 'Whether an answer is being written in the thread.',
  keptSeconds:
    'How long the file is kept unless a message names it. Then it lives as long as the thread.',
  key: 'The stored file’s name. It opens nothing by itself.',
  kind: 'What the person did.',
  last_message_at: 'When the newest message was written: lists of threads are sorted by it.',
  last_message_text:
    'The beginning of what was said last, in one line and without marks; null where nothing is known of it.',
  limit: 'Most rows of one page.',
  match: 'Where the thread has what you look for.',
  message: 'One sentence for people.',
  messageId: 'The message’s id, or your own external_id of it.',
  message_id: 'The message’s id.',
  message_ids: 'The messages to delete.',
  messages: 'The messages, each with its own id and parent.',
  metadata: 'Your own notes: up to 16 texts by name. The server keeps them and reads none.',
  model_id: 'The model that answered, as its provider names it.',
  moved: 'How many threads now belong to the caller.',
  name: 'What is measured, in your own words: letters, digits, “_”, “.” and “-”.',
  challenge: 'The puzzle, as details.challenge of a refusal had it.',
  given: 'What the page gave for its project’s own check, such as the token of a captcha.',
  openapi: 'The version of OpenAPI.',
  outcome_type: 'How the run ended, in the client’s words.',
  output_tokens: 'Tokens that the model wrote.',
  parent_external_id: 'The same as parent_id, by your own external_id. Must be known already.',
  parent_id:
    'The message that this one follows; null for the first. Several messages with one parent are branches.',
  partialSuccess: 'Only when spans were left out.',
  parts: 'What the message is made of: text, files, calls of tools.',
  paths: 'Every call, by its path.',
  proof: 'The solution of a puzzle, where the server refused with proof_required.',
  project_id: 'The project, as the operator names it.',
  props: 'A few more facts, as up to 1 KiB of JSON. Never a person’s words.',
  provider: 'Who runs the model.',
  publicUrl: 'What a message stores: it stays, and opens for those who may read the message.',
  query:
    'Words to look for. A thread is found when its title, or one of its messages, has them all; each may be the beginning of a word. Case and accents do not count, and signs mean nothing.',
  ranges: 'What to mark in the text: pairs of begin and end, in UTF-16 units.',
  reasoning_tokens: 'Tokens that the model thought with.',
  refresh_token: 'Exchanges for new tokens, once. Store it: it is who the visitor is.',
  rejectedSpans: 'How many spans belong to no thread of the project.',
  removed: 'The rows that the stop took back: a user’s message without an answer.',
  requestId: 'Stops only the answer that this call started; left out: whatever runs.',
  response_format:
    'vercel-ai-data-stream/v1, or left out: the same. Accept decides about the rest.',
  role: 'Whose words they are.',
  run: 'The report.',
  run_id: 'The id that a report of a run got.',
  runs: 'How many runs, or their reports.',
  score_id: 'The score’s id.',
  scores: 'The scores, newest first.',
  seconds:
    'The stream ends after so many seconds, though the answer goes on: come again for the rest. For networks that hold a response back until it is whole.',
  signedUrl: 'The address itself. Whoever has it may use it until expiresAt: needs no token.',
  solution: 'A number, hashed in four bytes with the highest first.',
  status: 'Whether the answer came to its end.',
  string_value: 'The category, for a categorical score.',
  success: 'Whether it worked.',
  thread: 'The thread.',
  thread_id: 'The thread’s id, or your own external_id of it.',
  threads: 'The threads, or how many they are.',
  title: 'What lists show. Without one the server makes it up from the first message.',
  to: 'The last day that counts, in UTC. At most 366 days in all.',
  token: 'The token itself.',
  total_steps: 'How often the model was asked within the run.',
  trace_id: 'The run’s trace, 32 hexadecimal digits. The same one again is the same report.',
  trigger:
    'submit-message adds the last message and answers it, or goes on with it; regenerate-message answers once more, beside the old answer.',
  type: 'Which kind it is.',
  updated_at: 'When the row last changed.',
  upsert:
    'Sent by published clients. Either way, a known external_id gives the existing thread and changes nothing.',
  url: 'The publicUrl that a message stores, in place of key.',
  urls: 'One picture for each page, in order.',
  userId: 'The user, as your own server names them.',
  user_id: 'Who made the row.',
  users: 'How many people; each counts once.',
  value: 'The number, or true or false for a boolean.',
  version: 'The version of the API.',
  workspace_id: 'Whose threads they are: a user’s own, or one that several users share.',
}

const READ_FORMAT =
  'ai-sdk/v6 or ai-sdk/v5: messages that are stored as aui/v0 come in it, and with ai-sdk/v6 those of ai-sdk/v5. All others come as they are stored: look at format.'

/** Where a word means something more exact: by operation or schema, then by name. */
const EXACT: Readonly<Record<string, string>> = {
  'Error.error': 'One of the codes in “When a call is refused”. Switch on it, not on the text.',
  'RunReport.thread_id': 'The thread that the run was in.',
  'Score.message_id': 'The message, if it is about one.',
  'Score.run_id': 'The run, if it is about one.',
  'Score.thread_id': 'The thread that it is about.',
  'Score.value': 'The number; 1 or 0 for a boolean; null for a category.',
  'deleteMe.runs': 'How many reports were erased.',
  'deleteMe.threads': 'How many threads were erased.',
  'deleteProjectsUsersUserId.runs': 'How many reports were erased.',
  'deleteProjectsUsersUserId.threads': 'How many threads were erased.',
  'getProjectsRuns.runs': 'The reports, newest first.',
  'getProjectsRuns.thread_id': 'Only reports of this thread.',
  'getProjectsRunsId.id': 'The report’s id.',
  'getProjectsScores.name': 'Only scores of this name.',
  'getProjectsThreads.is_archived': 'true: only archived threads. Default: only current ones.',
  'getProjectsThreads.threads': 'The threads, newest message first.',
  'getProjectsThreads.workspace_id': 'Only threads of this workspace.',
  'getProjectsThreadsIdMessages.id': 'The thread’s id.',
  'getProjectsUsageDaily.runs': 'How many runs began that day.',
  'getProjectsUsageDaily.threads': 'How many threads had any.',
  'getProjectsUsagePeriod.runs': 'How many runs began in these days.',
  'getProjectsUsagePeriod.threads': 'How many threads had any; each counts once.',
  'getThreads.external_id': 'Only the thread of this name of yours, archived or not.',
  'getThreads.is_archived': 'true: only archived threads. Default: only current ones.',
  'getThreads.threads': 'The threads, newest message first.',
  'getThreadsSearch.message_id': 'The message that has it; null: the title has it.',
  'getThreadsSearch.limit': 'Most threads of the answer.',
  'getThreadsSearch.text':
    'The title, or up to 160 characters of the message around the first hit.',
  'getThreadsSearch.threads':
    'The threads: first those with the title, then those where it was said last.',
  'getThreadsIdMessages.format': READ_FORMAT,
  'getProjectsThreadsIdMessages.format': READ_FORMAT,
  'getOpenapiJson.title': 'The name of the API.',
  'postAuthTokensAnonymous.token': 'The refresh token itself.',
  'postAuthTokensRefresh.token': 'The refresh token itself.',
  'postAuthTokensRevoke.refresh_token':
    'Any token that the session was ever given. Signs the visitor out: none of the session’s tokens is good any more, while an access token lasts its 15 minutes. One that is not known is answered alike.',
  'postAuthTokens.token': 'Goes into the header Authorization. Good for 15 minutes.',
  'postChat.id': 'The thread: its id, or your own external_id. A new one makes a thread.',
  'postChat.messageId': 'The answer to make again, with regenerate-message.',
  'postChat.messages':
    'The conversation. In a saved thread only the last message and the ids before it count. An answer that waits goes on when it is the last one, with a part for each of its tool calls that is answered: toolCallId, a state, and output, errorText or approval; with input it is refused (409) where the call has other arguments.',
  'postChat.messages.id': 'The message’s id, which becomes its external_id.',
  'postChat.metadata': 'Facts of the client’s own.',
  'postChat.type': 'Which kind of part it is, for example text or file.',
  'postEvents.message_id': 'The message that it was about.',
  'postEvents.thread_id': 'The thread that it happened in.',
  'postEvents.value': 'A number, where the event has one.',
  'postFilesPdfToImages.message': 'Says why, where it did not work.',
  'postRuns.message_id': 'The answer’s message.',
  'postRuns.status': 'Whether the answer came to its end, was cut short, or failed.',
  'postRunsStream.content': 'The text, or a list of parts.',
  'postRunsStream.messages': 'The conversation to answer, oldest first.',
  'postRunsStream.thread_id': 'The thread to name. An answer needs none.',
  'postScores.message_id': 'The target, if it is a message.',
  'postScores.run_id': 'The target, if it is a run.',
  'postScores.thread_id': 'The target, if it is a thread. Give exactly one of the three.',
  'postThreads.thread_id': 'The thread’s id.',
  'postThreads.last_message_at': 'Sorts the list of threads; now, if nothing was said yet.',
  'postThreadsClaim.refresh_token': 'The refresh token of the visitor that the caller was before.',
  'postThreadsIdMessagesMessageIdFeedback.type': 'Whether it was good.',
  'putThreadsId.metadata': 'Replaces all notes; null clears them.',
}

/** Of the parts of a path. */
const PLACES: Readonly<Record<string, string>> = {
  id: 'The thread’s id, or your own external_id of it.',
}

/** What a field means, where it stands; undefined for a name that nobody explained. */
export const meaningOf = (owner: string, name: string): string | undefined =>
  EXACT[`${owner}.${name}`] ?? EXACT[`${owner.split('.')[0]}.${name}`] ?? MEANINGS[name]

export const meaningInPath = (owner: string, name: string): string | undefined =>
  EXACT[`${owner}.${name}`] ?? PLACES[name] ?? MEANINGS[name]
