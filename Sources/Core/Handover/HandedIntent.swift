/// An intent that a process without the store has left for the one that has it.
///
/// Its id is that of the entry that it becomes, so it becomes one only once.
package struct HandedIntent: Identifiable, Hashable, Sendable {
    /// The id of the entry.
    package let id: OutboxEntry.ID
    /// The account that sends it.
    package let account: AccountKey
    /// The moment at which a person wanted it, from which its age counts.
    package let queued: OutboxTime
    /// What the person wanted.
    package let intent: WriteIntent

    /// Creates an intent to leave.
    ///
    /// - Parameters:
    ///   - intent: What the person wants.
    ///   - id: The id of the entry.
    ///   - account: The account that sends it.
    ///   - now: The moment.
    package init(_ intent: WriteIntent, id: OutboxEntry.ID, as account: AccountKey, at now: OutboxTime) {
        self.intent = intent
        self.id = id
        self.account = account
        queued = now
    }
}

/// Coded as one flat object with its version; what does not apply is left out.
extension HandedIntent: Codable {
    /// The version of the form.
    package static let version = 1

    private struct Form: Codable {
        var version: Int
        var id: OutboxEntry.ID
        var account: AccountKey
        var queued: OutboxTime
        var kind: OutboxEntry.Kind
        var target: StatusTarget?
        var thread: Post.ID?
        var community: String?
        var value: String?
        var title: String?
        var text: String?
        var url: String?
        var dependants: OutboxDependants?
        var own: Own?
    }

    /// What an intent of an app's own kind has besides.
    private struct Own: Codable {
        var version: Int
        var payload: RawJSON
        var lane: String
        var parts: [String]
        var waitsFor: [String]
    }

    package init(from decoder: any Decoder) throws {
        let form = try Form(from: decoder)
        guard form.version == Self.version, let intent = Self.intent(of: form) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "It is no intent."))
        }
        self.init(intent, id: form.id, as: form.account, at: form.queued)
    }

    package func encode(to encoder: any Encoder) throws {
        var form = Form(version: Self.version, id: id, account: account, queued: queued, kind: kind)
        switch intent {
        case .vote(let vote, let target):
            form.target = target
            form.value = vote.map { $0 == .up ? "1" : "-1" } ?? "0"
        case .save(let isOn, let target), .hide(let isOn, let target), .read(let isOn, let target):
            form.target = target
            form.value = isOn ? "1" : "0"
        case .subscribe(let isOn, let name):
            form.community = name
            form.value = isOn ? "1" : "0"
        case .reply(let text, let parent, let post):
            form.text = text
            form.target = parent
            form.thread = post
        case .submit(let post, let name):
            form.community = name
            (form.title, form.text, form.url) = (post.title, post.text, post.url)
        case .edit(let text, let target):
            form.text = text
            form.target = target
        case .delete(let target, let dependants):
            form.target = target
            form.dependants = dependants
        case .own(let intent):
            form.target = intent.target
            form.own = Own(
                version: intent.version, payload: intent.payload, lane: intent.lane,
                parts: intent.parts.map(\.rawValue), waitsFor: intent.waitsFor.map(\.rawValue))
        }
        try form.encode(to: encoder)
    }

    /// The kind of the entry that it becomes.
    package var kind: OutboxEntry.Kind {
        switch intent {
        case .vote: .vote
        case .save: .save
        case .hide: .hide
        case .read: .read
        case .subscribe: .subscribe
        case .reply: .reply
        case .submit: .submit
        case .edit: .edit
        case .delete: .delete
        case .own(let intent): OutboxEntry.Kind(rawValue: intent.kind.rawValue)
        }
    }

    private static func intent(of form: Form) -> WriteIntent? {
        if let own = form.own { return .own(intent(of: form, own)) }
        let isOn = form.value.flatMap { ["0": false, "1": true][$0] }
        switch (form.kind, form.target, form.community) {
        case (.vote, let target?, _):
            guard let value = form.value, let vote: Vote? = ["1": .up, "-1": .down, "0": nil][value] else { return nil }
            return .vote(vote, on: target)
        case (.save, let target?, _): return isOn.map { .save($0, target) }
        case (.hide, let target?, _): return isOn.map { .hide($0, target) }
        case (.read, let target?, _): return isOn.map { .read($0, target) }
        case (.subscribe, _, let name?): return isOn.map { .subscribe($0, to: name) }
        case (.reply, let target?, _): return form.text.map { .reply($0, to: target, in: form.thread) }
        case (.submit, _, let name?):
            return form.title.map { .submit(PostDraft(title: $0, text: form.text, url: form.url), to: name) }
        case (.edit, let target?, _): return form.text.map { .edit($0, of: target) }
        case (.delete, let target?, _): return .delete(target, form.dependants)
        default: return nil
        }
    }

    private static func intent(of form: Form, _ own: Own) -> OwnIntent {
        func items(_ ids: [String]) -> [OutboxItem.ID] { ids.map { OutboxItem.ID(rawValue: $0) } }
        return OwnIntent(
            kind: OutboxItem.Kind(rawValue: form.kind.rawValue), site: form.account.site, version: own.version,
            payload: own.payload, lane: own.lane, target: form.target, parts: items(own.parts),
            waitsFor: items(own.waitsFor))
    }
}
