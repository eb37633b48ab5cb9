public import Core

/// One of several ways to the same site: a cloud with a name, for a chain of them.
///
/// ```swift
/// let roads: [Road<any OnlinePostProvider>] = [
///     Road("reddit", host: "oauth.reddit.com", cursorFamily: "reddit", provider: oauth),
///     Road("reddit-feed", host: "www.reddit.com", cursorFamily: "reddit", provider: atom),
/// ]
/// ```
public struct Road<Provider: Sendable>: Sendable {
    /// Its name, for people to read, and what is remembered of it goes by: 1 to 64 of `A-Z a-z 0-9 . _ -`.
    public let name: String
    /// Where it leads, as in a URL: the host, and the port where that matters.
    ///
    /// Roads with equal hosts are not tried one after the other when nobody can connect to it.
    public let host: String
    /// Whose words its cursors are in.
    ///
    /// Roads of one family can go on where another one ended: Reddit's fullnames (`t3_…`) mean the same to its JSON, its
    /// OAuth and its Atom.
    public let cursorFamily: String
    /// What asks.
    public let provider: Provider

    init(checking name: String, _ host: String, _ cursorFamily: String?, _ provider: Provider) {
        precondition(RoadTag.isName(name), "'\(name)' is no road's name. It is 1 to 64 of A-Z a-z 0-9 . _ and -.")
        let family = cursorFamily ?? name
        precondition(RoadTag.isName(family), "'\(family)' is no family's name. It is 1 to 64 of A-Z a-z 0-9 . _ and -.")
        self.name = name
        self.host = host
        self.cursorFamily = family
        self.provider = provider
    }
}

extension Road where Provider == any OnlinePostProvider {
    /// Creates a road that posts come by.
    ///
    /// - Parameters:
    ///   - name: Its name, which stays the same in all versions of the app; a bad one stops the program, as it is the
    ///     app's own.
    ///   - host: Where it leads, as in a URL.
    ///   - cursorFamily: Whose words its cursors are in; nobody's but its own by default. The rules are those of names.
    ///   - provider: What asks.
    public init(_ name: String, host: String, cursorFamily: String? = nil, provider: any OnlinePostProvider) {
        self.init(checking: name, host, cursorFamily, provider)
    }
}

extension Road where Provider == any OnlineCommentProvider {
    /// Creates a road that threads come by.
    ///
    /// - Parameters:
    ///   - name: Its name, the same as that of the road that posts come by, so that each learns from the other.
    ///   - host: Where it leads, as in a URL.
    ///   - provider: What asks.
    public init(_ name: String, host: String, provider: any OnlineCommentProvider) {
        self.init(checking: name, host, nil, provider)
    }
}
