import Core

extension DataError {
    /// The message, and what to do in this program where the message is about apps that can sign somebody in.
    ///
    /// - Parameter backend: Which road failed.
    /// - Returns: One or two sentences.
    func advice(on backend: Backend) -> String {
        guard backend == .reddit, code == .sessionExpired else { return message }
        return message + " For this program: put a new refresh token into LANTERN_REDDIT_REFRESH_TOKEN."
    }
}
