/// Fetches the descriptions of a site's communities from its server.
///
/// Contract:
/// - It stores nothing.
/// - Values that the backend does not know stay `nil`.
/// - Cancelling the calling task ends the request and throws `CancellationError`.
public protocol OnlineCommunityProvider: Sendable {
    /// The site of the communities.
    var site: Site { get }

    /// Fetches a description.
    ///
    /// - Parameter request: The community, and who asks.
    /// - Returns: The description; that the stored one is still the server's, where the request had a revision.
    /// - Throws: ``NetworkError`` with the code `notFound` when the server says that there is no such community,
    ///   `forbidden` when it is not shown, with another code when there is no readable answer; ``DataError`` with the
    ///   code `invalidInput` when the request cannot be made; `CancellationError`.
    func description(_ request: CommunityRequest) async throws -> ResourceAnswer<CommunityDescription>
}

/// A request for the description of a community.
public struct CommunityRequest: Hashable, Sendable {
    /// The community's name, in any case.
    public var name: SourceName
    /// The community's site.
    public var site: Site
    /// The account that asks: whether it is subscribed is part of the answer.
    public var sender: RequestSender
    /// The revision of the stored description; `nil` where the answer has to be whole.
    public var revision: ResourceRevision?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - name: The community's name.
    ///   - site: The community's site.
    ///   - sender: The account that asks; the one in use by default.
    ///   - revision: The revision of the stored description; none by default.
    public init(
        _ name: SourceName, on site: Site, sender: RequestSender = .current, revision: ResourceRevision? = nil
    ) {
        self.name = name
        self.site = site
        self.sender = sender
        self.revision = revision
    }
}

extension Resource where Key == SubscribedSource.ID, Value == CommunityDescription {
    /// Makes the resource of the descriptions of communities, fresh for six hours.
    ///
    /// A description is everybody's. Whether the account that looks is subscribed is not in it: that is stored with what
    /// the server said to that account.
    ///
    /// - Parameters:
    ///   - providers: The provider of each site that has one; `nil` where nothing may be asked.
    ///   - statuses: The store of what servers say to accounts.
    ///   - viewers: Who looks.
    ///   - time: The clock.
    ///   - boot: The id of the boot.
    /// - Returns: The resource.
    package static func communities(
        _ providers: [Site: any OnlineCommunityProvider]?, statuses: any OfflineStatusProvider,
        viewers: CurrentViewers, time: any TimeProvider, boot: BootID
    ) -> Resource {
        Resource("community", freshness: .age(.seconds(6 * 3600))) { request in
            let site = request.key.site
            guard let providers else { throw DataError(.offline, isRetryable: true) }
            guard let provider = providers[site], let name = request.key.sourceName, name.kind != .user else {
                throw DataError(
                    .invalidInput, message: "Nothing here describes '\(request.key.name)' of '\(site)'.")
            }
            let account = viewers.owner(on: site).account
            let begun = time.moment(in: boot)
            let answer = try await provider.description(
                CommunityRequest(
                    name, on: site, sender: account.map { .account($0) } ?? .current, revision: request.revision))
            guard case .value(var description, let revision) = answer else { return answer }
            if let account, let isSubscribed = description.isSubscribed {
                let target = StatusTarget(.source, site: site, native: "\(name.kind)/\(description.name)")
                var confirmation = Confirmation(
                    account: account, values: [target: ConfirmedValues(isSubscribed: isSubscribed)],
                    asOf: request.commit)
                confirmation.noteBegin(asOf: request.commit, at: begun)
                try await statuses.store(confirmation)
            }
            description.isSubscribed = nil
            return .value(description, revision: revision)
        }
    }
}

extension SubscribedSource.ID {
    /// The name, in the case of the id; `nil` where the id has none.
    package var sourceName: SourceName? {
        guard let slash = name.firstIndex(of: "/") else { return nil }
        return SourceName(kind, String(name[name.index(after: slash)...]))
    }
}
