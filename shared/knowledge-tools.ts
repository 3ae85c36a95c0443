/** Name of the tool that searches the owner's pages. */
export const SEARCH_TOOL = 'search_knowledge'
/** Name of the tool by which a model says that it found nothing. */
export const NO_ANSWER_TOOL = 'no_answer'
