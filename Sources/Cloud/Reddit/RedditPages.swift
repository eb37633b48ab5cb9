import Core

/// The pages of Reddit that a browser is shown instead of what it asked for.
enum RedditPages {
    /// What it means to be sent there.
    static let errorPaths: [String: ErrorCode] = [
        "/login": .unauthorized, "/account/login": .unauthorized, "/register": .unauthorized,
        "/account/register": .unauthorized, "/over18": .forbidden, "/quarantine": .forbidden,
        "/verification": .forbidden,
    ]
}
