/// The sender of a kind of an app's own to one site.
struct OwnIntentSender: OutboxSender {
    let kind: AnyIntentKind
    /// The accounts of the site; `nil` where it has none that can send.
    let accounts: (any OutboxAccounts)?
    /// The files that are to be uploaded; `nil` where nothing keeps any.
    let uploads: DefaultUploadProvider?

    func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer {
        guard let request = requests.first, let writer = try await writer(for: request) else {
            return .sessionOver(Self.noSession)
        }
        do {
            if let upload = kind.upload { return try await self.upload(by: upload, request, writer) }
            return try await kind.send(request, writer)
        } catch {
            guard !error.isCancellation else { throw CancellationError() }
            return OutboxAnswer(IntentAnswer(error), to: request.entry)
        }
    }

    func look(for request: OutboxRequest) async throws -> OutboxFinding {
        guard let writer = try await writer(for: request) else { return .sessionOver }
        do {
            return try await kind.look(request, writer)
        } catch {
            guard !error.isCancellation else { throw CancellationError() }
            let network = error.asNetworkError
            if network?.needsLogin ?? false { return .sessionOver }
            let isPassing = network?.isPassing ?? (error as? any CodedError)?.isRetryable ?? true
            return .failed(OutboxEntry.Reason(error), isPassing: isPassing)
        }
    }

    func read(_ request: OutboxRequest) async throws -> OutboxReading {
        guard let writer = try await writer(for: request) else { return .sessionOver }
        do {
            return try await kind.read(request, writer)
        } catch {
            guard !error.isCancellation else { throw CancellationError() }
            let network = error.asNetworkError
            if network?.needsLogin ?? false { return .sessionOver }
            return .failed(isPassing: network?.isPassing ?? (error as? any CodedError)?.isRetryable ?? true)
        }
    }

    /// What a status shows of it: nothing, as it sets none.
    func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues? { nil }

    private func writer(for request: OutboxRequest) async throws -> OutboxWriter? {
        var writer = try await accounts?.writer(for: request.entry.account)
        writer?.uploads = uploads
        return writer
    }

    private static let noSession = OutboxEntry.Reason(
        .unauthorized, "Nobody is signed in to that account on this device. Sign in first.")
}

extension OwnIntent {
    /// The entry of the outbox.
    ///
    /// - Parameters:
    ///   - kind: Its kind.
    ///   - id: The id.
    ///   - account: The account that sends it.
    ///   - now: The moment.
    /// - Returns: The entry.
    func entry(of kind: AnyIntentKind, _ id: OutboxEntry.ID, as account: AccountKey, at now: OutboxTime) -> OutboxEntry
    {
        func ids(_ items: [OutboxItem.ID]) -> [OutboxEntry.ID] { items.map { OutboxEntry.ID(rawValue: $0.rawValue) } }
        // Acts on one thing keep their order whatever their kind; a wish takes the place of one of its own kind only.
        let field = kind.policy.isToggle ? "own.\(kind.kind)" : "own"
        let payload = payload.canonical
        return OutboxEntry(
            id: id, account: account, kind: kind.kind, version: version, payload: payload, target: target, field: field,
            thing: lane, value: kind.policy.isToggle ? payload.text : nil, policy: kind.policy,
            parts: ids(parts) + uploadIDs(as: account), files: files, waitsFor: ids(waitsFor), at: now)
    }
}

extension EntryMaker {
    /// An intent of an app's own kind.
    ///
    /// - Parameters:
    ///   - intent: The intent; what it is about may be named by the id of the item that made it.
    ///   - id: The id of the entry.
    /// - Returns: The entry.
    /// - Throws: ``DataError`` with the code `invalidInput` for a kind that the app has not named, and for another
    ///   site's account.
    func entry(of intent: OwnIntent, id: OutboxEntry.ID) throws(DataError) -> OutboxEntry {
        guard intent.site == account.site, let kind = kinds[OutboxEntry.Kind(rawValue: intent.kind.rawValue)] else {
            throw DataError(
                .invalidInput,
                message: "'\(account.site)' has no '\(intent.kind)'. Name the kind when the app is wired.")
        }
        var intent = intent
        intent.target = intent.target.map(native)
        return intent.entry(of: kind, id, as: account, at: now)
    }

    /// The entries that upload the files of an intent.
    ///
    /// - Parameter intent: The intent.
    /// - Returns: The entries; none where it has no files.
    /// - Throws: ``DataError`` with the code `invalidInput` for a kind that the app has not named.
    func uploads(of intent: WriteIntent) throws -> [OutboxEntry] {
        guard case .own(let intent) = intent, let name = intent.uploadKind else { return [] }
        guard kinds[OutboxEntry.Kind(rawValue: name.rawValue)]?.upload != nil else {
            throw DataError(
                .invalidInput,
                message: "'\(account.site)' has no '\(name)'. Name the kind when the app is wired.")
        }
        return try intent.uploads(as: account, at: now)
    }
}

extension [AnyIntentKind] {
    /// The kinds of each site by their names; of two with one name the later one counts.
    var bySite: [Site: [OutboxEntry.Kind: AnyIntentKind]] {
        Dictionary(grouping: self, by: \.site).mapValues { kinds in
            Dictionary(kinds.map { ($0.kind, $0) }) { _, last in last }
        }
    }

    /// The sender of each, with the accounts of its site.
    func senders(
        for sites: [Site: SiteWriting], uploads: DefaultUploadProvider?
    ) -> [Site: any OutboxSender] {
        let senders = map { kind -> (Site, any OutboxSender) in
            let accounts = sites[kind.site]?.accounts as? any OutboxAccounts
            return (kind.site, OwnIntentSender(kind: kind, accounts: accounts, uploads: uploads))
        }
        return Dictionary(senders) { _, last in last }
    }
}
