import Core

/// The names of Reddit's things as a request needs them, checked so that nothing but their own characters gets into it.
enum RedditName {
    /// Returns a thing's full name.
    ///
    /// - Parameters:
    ///   - native: The site's own id.
    ///   - kinds: The kinds of things that it may be, such as `t1` and `t3`.
    /// - Returns: The same text.
    /// - Throws: `DataError` with the code `invalidInput` for one of another kind, and for what is no name.
    static func checked(_ native: String?, _ kinds: String...) throws(DataError) -> String {
        if let native, isFullname(native, kinds) { return native }
        throw DataError(
            .invalidInput, message: "'\(native ?? "")' is no id of Reddit's that this can be done with.")
    }

    /// Whether a text is the full name of a thing.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - kinds: The kinds of things that it may be.
    /// - Returns: True for a kind, `_`, and letters, digits or `_`.
    static func isFullname(_ text: String, _ kinds: [String]) -> Bool {
        guard let mark = text.firstIndex(of: "_"), kinds.contains(String(text[..<mark])) else { return false }
        let number = text[text.index(after: mark)...]
        return !number.isEmpty && number.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    /// Returns a full name without its kind, as paths have it.
    ///
    /// - Parameter fullname: A full name.
    /// - Returns: What stands behind the first `_`.
    static func number(of fullname: String) -> String {
        String(fullname[(fullname.firstIndex(of: "_").map(fullname.index(after:)) ?? fullname.startIndex)...])
    }

    /// Returns the name of a community as forms have it; a user's own is `u_NAME`.
    ///
    /// - Parameter native: `r/NAME`, `u/NAME`, or a name alone.
    /// - Returns: The name.
    /// - Throws: `DataError` with the code `invalidInput` for what is no name.
    static func community(_ native: String?) throws(DataError) -> String {
        let source = try source(native)
        return source.kind == .user ? "u_\(source.text)" : source.text
    }

    /// Returns the source that a target names.
    ///
    /// - Parameter native: `r/NAME`, `u/NAME`, or the name of a subreddit alone.
    /// - Returns: The source.
    /// - Throws: `DataError` with the code `invalidInput` for what is no name.
    static func source(_ native: String?) throws(DataError) -> SourceName {
        let native = native ?? ""
        let isUser = native.hasPrefix("u/") || native.hasPrefix("user/")
        let text = native.split(separator: "/").last.map(String.init) ?? ""
        return try RedditPath.checked(SourceName(isUser ? .user : .subreddit, text))
    }
}
