// The clock of the device. What is kept may be sent by another page, so it needs a time that pages share. Saved, because tests of an app
// may replace it.
export const wallMs = /* @__PURE__ */ Date.now.bind(Date)
