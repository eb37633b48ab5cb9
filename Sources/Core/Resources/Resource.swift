/// The description of a kind of value that is fetched by a key, kept, and shown without a network: a profile, a room,
/// the rules of a community.
///
/// ```swift
/// let profiles = Resource<String, Profile>("profile", freshness: .age(.seconds(600))) { request in
///     var question = NetworkRequest(profileURL(request.key), headers: request.conditions)
///     question.sender = request.sender
///     let answer = try await requests.response(to: question)
///     if answer.status == 304 { return .unchanged }
///     let profile = try JSONDecoder().decode(Profile.self, from: answer.body)
///     return .value(profile, revision: ResourceRevision(of: answer))
/// }
/// let provider = DefaultResourceProvider(profiles)
/// ```
///
/// Key and value are stored as JSON: numbers are those of `Int64` and `Double`. A value has to be equal to itself after
/// it was encoded and decoded.
public struct Resource<Key: Codable & Hashable & Sendable, Value: Codable & Equatable & Sendable>: Sendable {
    /// The name under which values are stored: 1 to 32 of `a-z A-Z 0-9 _ -`.
    public let name: String
    /// The version of the values' form.
    public let version: Int
    /// The rule for how long a stored value is fresh.
    public var freshness: ResourceFreshness
    /// The rule for how much is kept.
    public var retention: ResourceRetention
    /// The site whose current account a value belongs to; `nil` for values that are everybody's.
    let viewer: (@Sendable (Key) -> Site)?
    let fetch: @Sendable (ResourceRequest<Key>) async throws -> ResourceAnswer<Value>
    /// The kinds of intents that change a value, each with what it does to it.
    private(set) var changes: [OutboxItem.Kind: @Sendable (RawJSON, inout Value?) throws -> Void] = [:]

    /// Describes a resource.
    ///
    /// A name that is none stops the program: it is the app's own.
    ///
    /// - Parameters:
    ///   - name: The name under which values are stored: 1 to 32 of `a-z A-Z 0-9 _ -`. Two resources of an app never
    ///     have the same.
    ///   - version: The version of the values' form, 1 by default. Count it up when values that are stored cannot be
    ///     read any more. What a newer version stored is kept aside.
    ///   - freshness: The rule for how long a stored value is fresh; an hour by default.
    ///   - retention: The rule for how much is kept; a thousand values for 90 days by default.
    ///   - viewer: The site whose current account a value belongs to; with `nil`, the default, values are everybody's.
    ///   - fetch: Fetches one value. It stores nothing, and its request is sent for the account of the request's
    ///     ``ResourceRequest/sender``. Cancelled, it throws.
    public init(
        _ name: String, version: Int = 1, freshness: ResourceFreshness = .age(.seconds(3600)),
        retention: ResourceRetention = ResourceRetention(), viewer: (@Sendable (Key) -> Site)? = nil,
        fetch: @escaping @Sendable (ResourceRequest<Key>) async throws -> ResourceAnswer<Value>
    ) {
        precondition(ResourceID.isName(name), "A resource's name is 1 to 32 of a-z A-Z 0-9 _ -, not '\(name)'.")
        precondition(version > 0, "Versions of a resource count from 1.")
        self.name = name
        self.version = version
        self.freshness = freshness
        self.retention = retention
        self.viewer = viewer
        self.fetch = fetch
    }

    /// Returns the same resource with a kind of intent that changes its values.
    ///
    /// What is queued by ``ResourceProvider/change(_:with:)`` is shown at once, over what the server last said.
    ///
    /// - Parameters:
    ///   - kind: The kind of intent.
    ///   - apply: Makes the change to a value, `nil` where none is known. It may be applied more than once to the same
    ///     value, so twice has to be as once.
    /// - Returns: The resource.
    public func changed<Change>(
        by kind: IntentKind<Change>, apply: @escaping @Sendable (Change, inout Value?) -> Void
    ) -> Resource {
        var resource = self
        resource.changes[kind.name] = { payload, value in apply(try kind.payload(of: payload), &value) }
        return resource
    }
}

/// A rule for how long a stored value is fresh: while it is, ``ResourceProvider/get(_:)`` makes no request.
public enum ResourceFreshness: Hashable, Sendable {
    /// For this long after the server was asked; one from the future, by a clock that was set, is not fresh.
    case age(Duration)
    /// Never without the server's word: it is asked each time, and told the revision that is stored, so that an
    /// unchanged value is not sent again.
    case revision
    /// Never: it is fetched anew each time, whatever revision is stored.
    case never
    /// For ever: it is fetched once.
    case always
}

/// A rule for how many values of a resource are kept.
///
/// It is applied whenever a value is stored and with the storage's retention, and never to what somebody follows or has changed and not sent.
public struct ResourceRetention: Hashable, Sendable {
    /// The time after the server was last asked for a value; `nil` for no limit.
    public var maximumAge: Duration?
    /// The greatest number of values of all owners; `nil` for no limit.
    ///
    /// Those that were asked for longest ago go first.
    public var maximumCount: Int?

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - maximumAge: The time after the server was last asked; 90 days by default.
    ///   - maximumCount: The greatest number of values, a thousand by default; at least one.
    public init(maximumAge: Duration? = .seconds(90 * 86_400), maximumCount: Int? = 1000) {
        self.maximumAge = maximumAge
        self.maximumCount = maximumCount.map { max(1, $0) }
    }
}

/// A request for one value of a resource.
public struct ResourceRequest<Key: Hashable & Sendable>: Sendable {
    /// The key.
    public let key: Key
    /// The account that the value is fetched for: a request of another one would show it to the wrong person.
    public let sender: RequestSender
    /// The revision of the stored value; `nil` where there is none, or the answer has to be whole.
    public let revision: ResourceRevision?
    /// The number of the store's last commit when the request began; `nil` where it is not known.
    package var commit: UInt64?

    /// The headers that ask a server whether its value is still the stored one; none without a revision.
    public var conditions: [String: String] { revision?.conditions ?? [:] }

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - sender: The account that it is for; the one in use by default.
    ///   - revision: The revision of the stored value; none by default.
    public init(_ key: Key, sender: RequestSender = .current, revision: ResourceRevision? = nil) {
        self.key = key
        self.sender = sender
        self.revision = revision
    }
}

/// The answer to a request for a value of a resource.
public enum ResourceAnswer<Value: Sendable>: Sendable {
    /// The value, and its revision where the server told one.
    case value(Value, revision: ResourceRevision? = nil)
    /// The stored value is still the server's; only where the request had a revision.
    case unchanged
}

/// The revision of a value by which a server tells whether it has changed: an ETag, a date of modification.
public struct ResourceRevision: Hashable, Sendable, Codable {
    /// The entity tag as it is written in the header, or any text of a backend that has revisions of its own.
    public var tag: String?
    /// The date of modification, as it is written in the header.
    public var modified: String?

    /// Creates a revision.
    ///
    /// - Parameters:
    ///   - tag: The entity tag.
    ///   - modified: The date of modification, as it is written in the header; none by default.
    public init(tag: String?, modified: String? = nil) {
        self.tag = tag
        self.modified = modified
    }

    /// Reads the revision of an answer; `nil` where it tells none of a sensible length.
    ///
    /// - Parameter response: The answer.
    public init?(of response: NetworkResponse) {
        func value(_ name: String) -> String? {
            response.header(name).flatMap { Self.isHeader($0) ? $0 : nil }
        }
        self.init(tag: value("ETag"), modified: value("Last-Modified"))
        guard tag != nil || modified != nil else { return nil }
    }

    /// The headers that ask a server to compare.
    public var conditions: [String: String] {
        var headers: [String: String] = [:]
        // A store is a file that anybody may have written: what goes into a header is checked again.
        if let tag, Self.isHeader(tag) { headers["If-None-Match"] = tag }
        if let modified, Self.isHeader(modified) { headers["If-Modified-Since"] = modified }
        return headers
    }

    private static func isHeader(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
