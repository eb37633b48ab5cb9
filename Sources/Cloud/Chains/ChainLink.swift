package import Core

/// One backend of a chain: a provider with a name and a host.
///
/// ```swift
/// let links: [ChainLink<any OnlinePostProvider>] = [
///     ChainLink("reddit", host: "oauth.reddit.com", cursorFamily: "reddit", provider: oauth),
///     ChainLink("reddit-feed", host: "www.reddit.com", cursorFamily: "reddit", provider: atom),
/// ]
/// ```
package struct ChainLink<Provider: Sendable>: Sendable {
    /// The name, for people and for what is remembered of failures: 1 to 64 of `A-Z a-z 0-9 . _ -`.
    package let name: String
    /// The host that is asked, with the port where the address names one.
    ///
    /// When a host cannot be reached, other backends of the same host are not asked.
    package let host: String
    /// The name that backends share which understand each other's cursors.
    ///
    /// Backends of one family can go on where another one ended: Reddit's fullnames (`t3_…`) mean the same to its JSON,
    /// its OAuth and its Atom.
    package let cursorFamily: String
    /// The provider that asks the server.
    package let provider: Provider
    /// Whether it answers as to anybody, whoever asks: it is passed over where a page is for an account.
    package let isAnonymous: Bool

    init(
        checking name: String, _ host: String, _ cursorFamily: String?, _ provider: Provider, isAnonymous: Bool = false
    ) {
        precondition(BackendTag.isName(name), "'\(name)' is no backend's name. It is 1 to 64 of A-Z a-z 0-9 . _ and -.")
        let family = cursorFamily ?? name
        precondition(
            BackendTag.isName(family), "'\(family)' is no family's name. It is 1 to 64 of A-Z a-z 0-9 . _ and -.")
        self.name = name
        self.host = host
        self.cursorFamily = family
        self.provider = provider
        self.isAnonymous = isAnonymous
    }
}

extension ChainLink where Provider == any OnlinePostProvider {
    /// Creates a link that fetches posts.
    ///
    /// - Parameters:
    ///   - name: Its name, which stays the same in all versions of the app; a bad one stops the program, as it is the
    ///     app's own.
    ///   - host: The host that is asked, as in a URL.
    ///   - cursorFamily: Whose words its cursors are in; the link's own name by default. The rules are those of names.
    ///   - provider: The provider that asks the server.
    ///   - isAnonymous: Whether it answers as to anybody, whoever asks; false by default.
    package init(
        _ name: String, host: String, cursorFamily: String? = nil, provider: any OnlinePostProvider,
        isAnonymous: Bool = false
    ) {
        self.init(checking: name, host, cursorFamily, provider, isAnonymous: isAnonymous)
    }
}

extension ChainLink where Provider == any OnlineCommentProvider {
    /// Creates a link that fetches threads.
    ///
    /// - Parameters:
    ///   - name: Its name, the same as that of the backend that posts come by, so that each learns from the other.
    ///   - host: The host that is asked, as in a URL.
    ///   - provider: The provider that asks the server.
    package init(_ name: String, host: String, provider: any OnlineCommentProvider) {
        self.init(checking: name, host, nil, provider)
    }
}
