public import Core
public import Foundation
import PostFeatures

/// A view model of the screen where a person writes a post, or changes one of theirs.
///
/// What is typed is a draft within half a second, and a picture is when adding it returns, so that both survive a kill;
/// ``load()`` brings them back. ``save()`` queues the post: from then on the outbox sends it, and
/// ``State/progress`` says how much of its pictures is there.
///
/// ```swift
/// let editor = PostEditorViewModel()
/// await editor.load()
/// await editor.addPicture(data, name: "cat.jpeg")
/// editor.setText("Look!")
/// await editor.save()
/// ```
@MainActor
public final class PostEditorViewModel {
    /// The state to draw.
    public let state = ObservableValue(State())

    /// The time for which a tap on the button keeps out others.
    private static let pause = Duration.seconds(1)
    /// The time without typing after which the draft is stored.
    private static let draftPause = Duration.milliseconds(300)
    private let publishing: CommunityPublishing
    private let writing: any WritingProvider
    private let drafts: any DraftProvider
    private let uploads: any UploadProvider
    private let preparation: PicturePreparation
    private let time: any TimeProvider
    private var throttle: Throttle
    private var id: Draft.ID
    /// The post that is changed, as it was; `nil` for a new one.
    private var original: (id: String, base: PostEdit.Base)?
    /// The draft that the screen was opened with.
    private let opened: Draft?
    /// The ratios of the pictures that are known.
    private var aspects: [Picture: String] = [:]
    private var typing: Task<Void, Never>?
    private var keeping: Task<Void, Never>?
    private var needsKeeping = false
    private var isClosed = false
    private var token: ObservationToken?

    /// Creates a view model of a new post; it starts nothing.
    public convenience init() { self.init(nil, draft: nil) }

    /// Creates a view model that changes a post of the person's own; it starts nothing.
    ///
    /// - Parameter post: The post as it is shown.
    public convenience init(editing post: WirePost) {
        self.init((post.id, PostEdit.Base(post)), draft: nil)
    }

    /// Creates a view model that changes a post of the person's own, as it is stored; it starts nothing.
    ///
    /// Where a change of the post is not sent yet, what is shown is not what the server has: let the person wait for that, or
    /// the change may be refused as one of an older text.
    ///
    /// - Parameter post: The post.
    public convenience init(editing post: CommunityPost) {
        self.init((post.id, PostEdit.Base(post)), draft: nil)
    }

    /// Creates a view model that goes on with a draft; it starts nothing.
    ///
    /// `nil` for the draft of something else than a post, and for the change of a post that says nothing of what it was.
    ///
    /// - Parameter draft: The draft.
    public convenience init?(draft: Draft) {
        switch draft.kind {
        case .publishPost: self.init(nil, draft: draft)
        case .editPost:
            guard let base = Self.decoded(PostEdit.self, draft)?.base, let post = draft.target?.native else {
                return nil
            }
            self.init((post, base), draft: draft)
        default: return nil
        }
    }

    private init(_ original: (id: String, base: PostEdit.Base)?, draft: Draft?) {
        publishing = Dependency.resolve(CommunityPublishing.self)
        writing = Dependency.resolve((any WritingProvider).self)
        drafts = Dependency.resolve((any DraftProvider).self)
        uploads = Dependency.resolve((any UploadProvider).self)
        preparation = Dependency.resolve(PicturePreparation.self, default: PicturePreparation())
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
        throttle = Throttle(Self.pause, time: time)
        let random = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
        id = Draft.ID(random: random)
        (self.original, opened) = (original, draft)
        state.update { state in
            state.categories = publishing.categories
            state.category = original?.base.category ?? publishing.categories.first?.id ?? ""
            state.isEdit = original != nil
            state.isChanged = original == nil
            state.pictures = original?.base.files.map { .stored($0) } ?? []
            if let text = original?.base.text { state.text.set(text) }
        }
    }

    deinit { typing?.cancel() }

    /// Brings back what was written before; call it once, before the person can write.
    ///
    /// Pictures whose copies are not on this device are left out.
    public func load() async {
        do {
            let (account, all) = (account, opened == nil ? try await drafts.drafts() : [])
            let own = all.filter {
                $0.kind == kind && $0.site == .community && $0.target == target && $0.account == account
            }
            guard let draft = opened ?? own.max(by: { $0.date < $1.date }) else { return }
            await take(draft)
        } catch {
            if !(error is CancellationError) { show(error) }
        }
    }

    // MARK: Writing

    /// Chooses a category; nothing for one that the community does not have.
    ///
    /// - Parameter id: The id of the category.
    public func setCategory(_ id: String) {
        guard state.value.categories.contains(where: { $0.id == id }) else { return }
        change { $0.category = id }
    }

    /// Takes what the field of the text has now, or refuses it.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - isComposing: Whether an input method is composing a part of it; false by default.
    public func setText(_ text: String, isComposing: Bool = false) {
        change { $0.text.set(text, isComposing: isComposing) }
    }

    /// Adds a picture behind the others: makes it fit, and copies it; when this returns, it survives a kill.
    ///
    /// Nothing happens where no more can be added.
    ///
    /// - Parameters:
    ///   - data: The whole file.
    ///   - name: The name of the file; `picture.jpeg` by default.
    public func addPicture(_ data: Data, name: String = "picture.jpeg") async {
        guard isOpen, state.value.remainingPictureCount > 0 else { return }
        state.update { $0.preparingCount += 1 }
        do {
            let picture = try await preparation.prepare(data)
            let file = try await uploads.keep(picture.data, name: name, type: "image/jpeg")
            aspects[.new(file)] = picture.aspect
            state.update { state in
                state.preparingCount -= 1
                state.banner = nil
            }
            change { $0.pictures.append(.new(file)) }
            await keep()
        } catch {
            state.update { $0.preparingCount -= 1 }
            if !(error is CancellationError) { show(error) }
        }
    }

    /// Takes a picture away; nothing for a place where there is none.
    ///
    /// - Parameter index: Its place.
    public func removePicture(at index: Int) {
        guard state.value.pictures.indices.contains(index) else { return }
        change { $0.pictures.remove(at: index) }
    }

    /// Takes the size of a picture of the server, once the screen has it: it tells the ratio of a post whose first picture
    /// was taken away.
    ///
    /// - Parameters:
    ///   - size: The size as it is seen.
    ///   - path: The path of the picture.
    public func setSize(_ size: PixelSize, of path: String) {
        aspects[.stored(path)] = RatioText.text(width: size.width, height: size.height)
    }

    /// Queues the post; a tap within a second of one that counted is dropped.
    ///
    /// After an error the draft is still there, and a second call makes no second post.
    public func save() async {
        guard state.value.canSave, isOpen, throttle.admits() else { return }
        state.update { $0.isBusy = true }
        typing?.cancel()
        // What is stored behind the commit that queues the post would be a draft of what is on its way.
        await keeping?.value
        do {
            let account = try await writing.account(on: .community)
            let item = try await writing.queue(try intent(), as: account, id: id, undo: .zero)
            isClosed = true
            state.update { state in
                (state.isBusy, state.banner) = (false, nil)
                state.item = item ?? id
            }
            follow(item ?? id)
        } catch {
            state.update { $0.isBusy = false }
            await keep()
            if !(error is CancellationError) { show(error) }
        }
    }

    /// Stores the draft at once, and not a moment later as while somebody types; a failure becomes the banner.
    public func saveDraft() async {
        if isOpen { await keep() }
    }

    /// Ends writing; what is in the outbox stays there.
    ///
    /// - Parameter keepingDraft: Whether what is written stays as a draft; otherwise it is thrown away.
    public func close(keepingDraft: Bool) async {
        typing?.cancel()
        guard isOpen else { return }
        if keepingDraft { return await keep() }
        isClosed = true
        await keeping?.value
        do {
            try await drafts.remove(id)
        } catch {
            if !(error is CancellationError) { show(error) }
        }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    // MARK: What is written

    private var kind: OutboxItem.Kind { original == nil ? .publishPost : .editPost }
    private var target: StatusTarget? {
        original.map { StatusTarget.post(Post.ID(site: .community, native: $0.id)) }
    }
    private var account: AccountKey? { writing.accounts(on: .community)?.value.current?.key }
    private var isOpen: Bool { !isClosed && state.value.item == nil && !state.value.isBusy }

    private func change(_ body: (inout State) -> Void) {
        guard isOpen else { return }
        let before = state.value
        state.update { state in
            body(&state)
            state.isChanged = original.map { isChanged(state, from: $0.base) } ?? true
        }
        guard state.value != before else { return }
        typing?.cancel()
        typing = Task { [weak self, time] in
            do {
                try await time.sleep(for: Self.draftPause)
                await self?.keep()
            } catch {
                // Something newer is typed, or it is stored already.
            }
        }
    }

    private func isChanged(_ state: State, from base: PostEdit.Base) -> Bool {
        state.text.text != base.text || state.category != base.category
            || state.pictures != base.files.map { .stored($0) }
    }

    private var files: [UploadFile] {
        state.value.pictures.compactMap { if case .new(let file) = $0 { file } else { nil } }
    }

    private func intent() throws -> WriteIntent {
        if let original { return try publishing.edit(original.id, edit(of: original.base), with: files) }
        return try publishing.post(newPost, with: files)
    }

    private var newPost: NewPost {
        NewPost(
            text: state.value.text.text, category: state.value.category,
            aspect: state.value.pictures.first.flatMap { aspects[$0] } ?? "1")
    }

    private func edit(of base: PostEdit.Base) -> PostEdit {
        let (state, stored) = (state.value, base.files.map { Picture.stored($0) })
        var edit = PostEdit(base: base)
        if state.text.text != base.text { edit.text = state.text.text }
        if state.category != base.category { edit.category = state.category }
        guard state.pictures != stored else { return edit }
        edit.pictures = state.pictures.map { picture in
            if case .stored(let path) = picture { .kept(path) } else { .new }
        }
        edit.aspect = state.pictures.first.flatMap { aspects[$0] }
        return edit
    }

    // MARK: The draft

    private func draft() throws -> Draft? {
        var draft = Draft(id: id, account: account, kind: kind, site: .community, target: target, date: time.now)
        let state = state.value
        let isEmpty = original == nil ? state.text.text.isEmpty && state.pictures.isEmpty : !state.isChanged
        guard !isEmpty else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let content = try original.map { try encoder.encode(edit(of: $0.base)) } ?? encoder.encode(newPost)
        draft.content = String(decoding: content, as: UTF8.self)
        draft.files = files
        return draft
    }

    /// Stores what is written, or removes the draft of what is empty; one call after the other, the newest words last.
    private func keep() async {
        typing?.cancel()
        guard isOpen else { return }
        needsKeeping = true
        let task =
            keeping
            ?? Task { [weak self] in
                while let self, self.needsKeeping, !self.isClosed { await self.keepNow() }
                self?.keeping = nil
            }
        keeping = task
        await task.value
    }

    private func keepNow() async {
        needsKeeping = false
        do {
            if let draft = try draft() { _ = try await drafts.store(draft) } else { try await drafts.remove(id) }
        } catch {
            if !(error is CancellationError) { show(error) }
        }
    }

    private func take(_ draft: Draft) async {
        var files = draft.files[...]
        var pictures: [Picture] = []
        let edit = Self.decoded(PostEdit.self, draft)
        let new = Self.decoded(NewPost.self, draft)
        let slots = original == nil ? files.map { _ in PostEdit.Picture.new } : edit?.pictures
        for slot in slots ?? original?.base.files.map({ PostEdit.Picture.kept($0) }) ?? [] {
            switch slot {
            case .kept(let path): pictures.append(.stored(path))
            case .new:
                guard let file = files.popFirst(), let data = await data(of: file) else { continue }
                aspects[.new(file)] = ImageHeader(data).map {
                    RatioText.text(width: $0.size.width, height: $0.size.height)
                }
                pictures.append(.new(file))
            }
        }
        // Together: a screen that goes meanwhile stores nothing in the draft's place.
        id = draft.id
        state.update { state in
            state.pictures = pictures
            if let category = original == nil ? new?.category : edit?.category { state.category = category }
            if let text = original == nil ? new?.text : edit?.text { state.text.set(text) }
            state.isChanged = original.map { isChanged(state, from: $0.base) } ?? true
        }
    }

    private func data(of file: UploadFile) async -> Data? {
        do {
            return try await uploads.data(of: file)
        } catch {
            if !(error is CancellationError) { show(error) }
            return nil
        }
    }

    private static func decoded<Content: Decodable>(_ type: Content.Type, _ draft: Draft) -> Content? {
        // What another version has written is not shown; it stays as it is until it is written over.
        draft.content.flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    }

    // MARK: What becomes of it

    private func follow(_ item: OutboxItem.ID) {
        token = uploads.progress.observe { [weak self] progress in
            guard let self, state.value.progress != progress[item] else { return }
            state.update { $0.progress = progress[item] }
        }
    }

    private func show(_ error: any Error) {
        state.update { $0.banner = Banner(DataError(error), cause: .action) }
    }
}
