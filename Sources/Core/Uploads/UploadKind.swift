public import Foundation

/// A kind of upload: how the files of an intent reach a server before the intent itself is sent.
///
/// ```swift
/// let pictures = UploadKind("pictures", on: site, upTo: 5) { request in
///     let answer = try await request.requests.response(to: try api.upload(request.files.map(\.data)))
///     return try api.paths(in: answer)
/// }
/// let post = IntentKind<Post>("post", on: site) { request in
///     try await api.publish(request.payload, with: request.uploaded, by: request.requests)
/// } look: { … }
/// let file = try await uploads.keep(data, name: "cat.jpeg", type: "image/jpeg")
/// try await writing.queue(
///     .own(try post.intent(text, lane: "posts", with: [file], uploadedBy: pictures)), as: account)
/// ```
///
/// Name it with the other kinds when the app is wired (`AppServices.Configuration.ownKinds`). The files of an intent go in
/// as many calls as it takes, each of which is a part of the intent. What a call gave is stored before the intent is sent,
/// and no finished one is made again, also after a kill. One of which nobody knows whether it arrived is made again: a copy
/// that nothing names harms nobody.
public struct UploadKind: Sendable {
    /// The name, as it is stored; for ever, as that of an ``IntentKind``.
    public let name: OutboxItem.Kind
    /// The site that it is sent to.
    public let site: Site
    /// The largest number of files in one call.
    public let maximumCount: Int
    /// The closure that uploads, as it was given; the outbox calls it, and a test may.
    public let send: @Sendable (UploadRequest) async throws -> [String]

    /// Describes a kind of upload.
    ///
    /// - Parameters:
    ///   - name: The name, as it is stored; none of the built-in ones.
    ///   - site: The site that it is sent to.
    ///   - maximumCount: The largest number of files in one call; 1 by default.
    ///   - send: Uploads the files of a request, and returns what the server names them by, such as their paths, in their
    ///     order. An error that it throws is understood as ``IntentAnswer/init(_:)`` says; what is refused fails the intent.
    public init(
        _ name: String, on site: Site, upTo maximumCount: Int = 1,
        send: @escaping @Sendable (UploadRequest) async throws -> [String]
    ) {
        precondition(
            !name.isEmpty && !OutboxEntry.Kind.builtIn.contains { $0.rawValue == name },
            "A kind of upload needs a name of its own, not '\(name)'.")
        precondition(maximumCount > 0, "A call has one file at least.")
        self.name = OutboxItem.Kind(rawValue: name)
        self.site = site
        self.maximumCount = maximumCount
        self.send = send
    }

    static let policy = {
        var policy = OutboxEntry.Policy(.always)
        (policy.makesThing, policy.isPart) = (true, true)
        return policy
    }()
}

/// One call that uploads files, as it is given to the closure of its kind.
public struct UploadRequest: Sendable {
    /// A file of a call.
    public struct File: Hashable, Sendable {
        /// The description of the file.
        public let file: UploadFile
        /// Its place among all files of the intent, from 0.
        public let number: Int
        /// The bytes.
        public let data: Data

        /// Creates a file of a call.
        ///
        /// - Parameters:
        ///   - file: The description of the file.
        ///   - number: Its place among all files of the intent, from 0.
        ///   - data: The bytes.
        public init(_ file: UploadFile, number: Int, data: Data) {
            self.file = file
            self.number = number
            self.data = data
        }
    }

    /// The id of the item: the same at each try.
    public let id: OutboxItem.ID
    /// The account that uploads.
    public let account: AccountKey
    /// The site's own id of what the intent is about, such as a room; `nil` where it is about nothing.
    public let target: String?
    /// The files, in their order.
    public let files: [File]
    /// The requests with the account's own session, never with another one's.
    public let requests: any RequestProvider

    /// Creates a request as the outbox does, for a test of a kind's closure.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - id: The id of the item.
    ///   - account: The account that uploads.
    ///   - target: The site's own id of what the intent is about; nothing by default.
    ///   - requests: The requests with the account's session.
    public init(
        _ files: [File], id: OutboxItem.ID, as account: AccountKey, about target: String? = nil,
        by requests: any RequestProvider
    ) {
        self.files = files
        self.id = id
        self.account = account
        self.target = target
        self.requests = requests
    }
}

extension AnyIntentKind {
    /// Wraps a kind of upload.
    ///
    /// - Parameter upload: The kind.
    public init(_ upload: UploadKind) {
        self.init(
            name: upload.name, site: upload.site, kind: OutboxEntry.Kind(rawValue: upload.name.rawValue), version: 1,
            policy: UploadKind.policy, upload: upload,
            send: { _, _ in .refused(OutboxEntry.Reason(DataError.noUploads)) },
            look: { _, _ in .absent }, read: { _, _ in .failed(isPassing: false) })
    }
}

extension DataError {
    /// Files are to be uploaded where nothing keeps them.
    static let noUploads = DataError(
        .invalidInput, message: "Files cannot be uploaded here: nothing keeps them. Wire an UploadProvider.")
}
