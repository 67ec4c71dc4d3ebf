// How a request stands, as its row shows it.
export type RowState = 'fine' | 'failed' | 'pending' | 'unanswered'
