// The clock of the device. Another page may send the kept batches, so they need a time that all pages share. The function is saved, because
// tests of an app may replace it.
export const wallMs = /* @__PURE__ */ Date.now.bind(Date)
