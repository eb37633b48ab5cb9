import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core
import Foundation

/// The pictures of a command, as files.
struct PictureOptions: ParsableArguments, Sendable {
    @Option(
        name: .customLong("image"),
        help: ArgumentHelp(
            """
            A picture; up to five, in their order. A JPEG of at most 5 MiB stays as it is; others are converted where \
            djpeg and cjpeg, or ImageMagick, are installed.
            """, valueName: "file"))
    var images: [String] = []

    func validate() throws {
        guard images.count <= PictureRule.maximumCount else {
            throw ValidationError("--image is given at most \(PictureRule.maximumCount) times.")
        }
    }

    /// Reads the files and copies them into the store, as the server takes them.
    ///
    /// - Returns: The copies, and the ratio of the first one.
    /// - Throws: `ValidationError` for a file that is missing, unreadable or no picture that can be sent.
    func keep() async throws -> (files: [UploadFile], aspect: String?) {
        let preparation = Dependency.resolve(PicturePreparation.self)
        var pictures: [(name: String, picture: PreparedPicture)] = []
        for path in images {
            let data: Data
            do {
                data = try Data(contentsOf: URL(filePath: path))
            } catch {
                throw ValidationError("'\(path.harmless)' cannot be read: \(error.localizedDescription)")
            }
            do {
                pictures.append((URL(filePath: path).lastPathComponent, try await preparation.prepare(data)))
            } catch let error as DataError {
                throw ValidationError("'\(path.harmless)': \(error.message)")
            }
        }
        // Only once all of them can be sent is one kept.
        let uploads = Dependency.resolve((any UploadProvider).self)
        var files: [UploadFile] = []
        for picture in pictures {
            files.append(try await uploads.keep(picture.picture.data, name: picture.name, type: "image/jpeg"))
        }
        return (files, pictures.first?.picture.aspect)
    }
}

/// Publishes a post.
struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publishes a post with one to five pictures.")

    @OptionGroup var options: CommonOptions
    @OptionGroup var pictures: PictureOptions
    @Option(help: "The category, as its id.") var category: String
    @Option(help: "The text: 1 to 49 characters in at most four lines; - for standard input.") var text: String

    func validate() throws {
        guard !pictures.images.isEmpty else { throw ValidationError("--image is given once at least.") }
    }

    func run() async throws {
        let (category, pictures, text) = (category, pictures, try TypedText.text(text))
        try await CommunitySession.queue(options, handsOver: false, text: text) { run in
            try run.session.check(category: category)
            // What breaks a rule is refused before any file is copied.
            let publishing = run.session.services.publishing
            if let problem = CommunityPublishing.rule.problem(of: text) {
                throw ValidationError("--text: \(PublishCommand.sentence(of: problem))")
            }
            let (files, aspect) = try await pictures.keep()
            let post = NewPost(text: text, category: category, aspect: aspect ?? "1")
            let account = try await run.writing.account(on: .community)
            try await run.queue(try publishing.post(post, with: files), as: account)
        }
    }

    static func sentence(of problem: TextRule.Problem) -> String {
        switch problem {
        case .empty: "There is no text."
        case .tooLong: "A post has at most \(CommunityPublishing.rule.limit) characters."
        case .tooManyLines: "A post has at most \(CommunityPublishing.rule.lineEnds + 1) lines."
        }
    }
}

/// Changes a post of one's own.
struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes a post of one's own; what is not named stays.",
        discussion: """
            --image takes the place of all pictures of the post. The text of one that is not sent is changed before it is
            sent; all else of it is changed by a second call.
            """)

    @OptionGroup var options: CommonOptions
    @OptionGroup var pictures: PictureOptions
    @Argument(help: "The post's id, as it is printed; an unsent one has its entry's id.") var id: String
    @Option(help: "The new category, as its id.") var category: String?
    @Option(help: "The new text; - for standard input.") var text: String?

    func validate() throws {
        guard category != nil || text != nil || !pictures.images.isEmpty else {
            throw ValidationError("Name what is changed: --text, --category or --image.")
        }
    }

    func run() async throws {
        let (id, category, pictures) = (id, category, pictures)
        let text = try text.map { try TypedText.text($0) }
        try await CommunitySession.queue(options, handsOver: pictures.images.isEmpty, text: text) { run in
            try run.session.check(category: category)
            if let problem = text.flatMap(CommunityPublishing.rule.problem(of:)) {
                throw ValidationError("--text: \(PublishCommand.sentence(of: problem))")
            }
            guard let post = try await run.find(post: id) else { return }
            let account = try await run.writing.account(on: .community)
            guard post.author == nil || post.isOwn(of: account) else {
                throw ValidationError("The post is somebody else's: only its author changes it.")
            }
            let unsent = run.writing.outbox.value.items.first { $0.id.rawValue == post.id }
            if let unsent, unsent.state == .failed || category == nil && pictures.images.isEmpty {
                guard let text, category == nil, pictures.images.isEmpty else {
                    throw ValidationError(
                        "The post was refused: only its text can be changed. Or cancel it with 'outbox', and publish another."
                    )
                }
                do {
                    try await run.writing.decide(.edit(text), on: unsent.id)
                    run.watch(unsent.id)
                    // A change that waits behind it may have an earlier text.
                    if !post.pending.contains(.editPost) { return }
                } catch WritingError.underWay, WritingError.unsure {
                    // It may be there already: what is changed follows it.
                }
            }
            let (files, aspect) = try await pictures.keep()
            // What becomes of a change that is not sent is not known yet.
            let isSettled = unsent == nil && !post.pending.contains(.editPost)
            var edit = PostEdit(text: text, category: category, base: isSettled ? PostEdit.Base(post) : nil)
            if !files.isEmpty { (edit.pictures, edit.aspect) = (files.map { _ in .new }, aspect) }
            let intent = try run.session.services.publishing.edit(post.id, edit, with: files, after: unsent?.id)
            try await run.queue(intent, as: account)
        }
    }
}
