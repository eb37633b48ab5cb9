import Core

extension DataError {
    /// What this program tells a person: the message, or what to do about it where the reader has a way of its own.
    ///
    /// The library says "Sign in again", but nobody signs in to the reader: a refresh token comes from the environment.
    var advice: String {
        guard code == .sessionExpired else { return message }
        return "The server no longer takes the refresh token. Put another one into LANTERN_REDDIT_REFRESH_TOKEN, "
            + "or leave it out to read as nobody."
    }
}
