extension DemoFault {
    /// The body that comes with a status.
    public enum Body: Sendable, Hashable {
        /// `{"message": …, "error": …}` with the status and its phrase.
        case json
        /// A small HTML page that names the status, as a proxy sends it.
        case html
        /// Any text, with its content type.
        case text(String, contentType: String)
        /// Nothing.
        case empty
    }
}
