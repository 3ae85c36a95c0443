/** Where a panel for list and conversation fits, with the page still to be seen beside it. As in `panel.css`. */
export const WIDE_QUERY = '(min-width: 760px) and (min-height: 501px)'

/** Where the panel becomes a full-screen sheet. As in `panel.css`. */
export const SHEET_QUERY = '(max-width: 480px), (max-height: 500px)'
