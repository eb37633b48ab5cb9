import Cloud
import Community
import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// The screen where a person writes a post or changes one.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostEditorTests {
    private let mocks = TestInjector.mocks
    private let ann = AccountKey(site: .community, name: "id-ann")
    private let clock = ManualClock()

    init() throws {
        let publishing = CommunityPublishing(try CommunityWorld().configuration)
        let clock = clock
        Dependency.register(CommunityPublishing.self) { publishing }
        Dependency.register((any TimeProvider).self) { clock }
        mocks.writingProvider.signIn(as: ann)
        mocks.writingProvider.onQueue.answers { $0.id }
    }

    private func post(_ text: String = "Old", files: [String] = ["/a.jpeg", "/b.jpeg"]) throws -> WirePost {
        let paths = files.map { "\"\($0)\"" }.joined(separator: ",")
        let text =
            #"{"post_id":"p1","product_id":"CategoryZ_pet","content":"\#(text)","content3":"1.5","#
            + #""createdAt":"2024-05-06T05:13:54.357Z","creator":{"user_id":"id-ann","nick":"ann"},"files":[\#(paths)]}"#
        return try WirePost(
            NetworkResponse(status: 200, url: url("https://community.example"), body: Data(text.utf8)).json())
    }

    /// The intent that was queued last.
    private func queued() -> OwnIntent? {
        guard case .own(let intent) = mocks.writingProvider.onQueue.calls.last?.intent else { return nil }
        return intent
    }

    private func content<Content: Decodable>(_ type: Content.Type) throws -> Content {
        try JSONDecoder().decode(type, from: Data(try #require(queued()).payload.text.utf8))
    }

    @Test func aNewPostNeedsATextAPictureAndACategory() async throws {
        let editor = PostEditorViewModel()
        await editor.load()
        #expect(
            editor.state.value.category == "CategoryZ_dailyRoutine" && editor.state.value.remainingPictureCount == 5)
        #expect(!editor.state.value.canSave)
        editor.setText("Look!")
        #expect(!editor.state.value.canSave)
        await editor.addPicture(jpeg(width: 300, height: 200))
        #expect(editor.state.value.canSave && editor.state.value.remainingPictureCount == 4)
        editor.setCategory("nothing")
        #expect(editor.state.value.category == "CategoryZ_dailyRoutine")
        editor.setCategory("CategoryZ_pet")
        editor.setText("")
        #expect(!editor.state.value.canSave)
        editor.setText("Look!")
        await editor.addPicture(jpeg(width: 100, height: 200))
        await editor.save()
        let intent = try #require(queued())
        #expect(intent.kind == .publishPost && intent.files.count == 2)
        #expect(try content(NewPost.self) == NewPost(text: "Look!", category: "CategoryZ_pet", aspect: "1.5"))
        #expect(editor.state.value.item == mocks.writingProvider.onQueue.calls.last?.id && !editor.state.value.canSave)
        // What is on its way is not changed.
        editor.setText("Other")
        #expect(editor.state.value.text.text == "Look!")
    }

    @Test func theDraftIsStoredAtOnceWhereThatIsAsked() async {
        let editor = PostEditorViewModel()
        await editor.load()
        editor.setText("Look!")
        await editor.saveDraft()
        #expect(mocks.drafts.storedDrafts.map(\.kind) == [.publishPost])
        await editor.close(keepingDraft: false)
        await editor.saveDraft()
        #expect(mocks.drafts.storedDrafts.count == 1, "a post that was thrown away stays away")
    }

    @Test func theFieldRefusesWhatIsNotAllowed() {
        let editor = PostEditorViewModel()
        editor.setText("a\nb\nc\nd")
        editor.setText("a\nb\nc\nd\n")
        #expect(editor.state.value.text.text == "a\nb\nc\nd")
        editor.setText(String(repeating: "é", count: 50))
        #expect(editor.state.value.text.text == "a\nb\nc\nd")
    }

    @Test func noMoreThanFivePicturesAreTaken() async {
        let editor = PostEditorViewModel()
        for _ in 0..<7 { await editor.addPicture(jpeg(width: 3, height: 2)) }
        #expect(editor.state.value.pictures.count == 5 && editor.state.value.remainingPictureCount == 0)
        #expect(mocks.uploads.count == 5)
        editor.removePicture(at: 9)
        editor.removePicture(at: 1)
        #expect(editor.state.value.pictures.count == 4 && editor.state.value.remainingPictureCount == 1)
    }

    @Test func aPictureThatCannotBeTakenIsSaid() async {
        let editor = PostEditorViewModel()
        await editor.addPicture(Data("text".utf8))
        #expect(editor.state.value.banner?.error.code == .invalidInput && editor.state.value.pictures.isEmpty)
        mocks.uploads.fail(with: DataError(.noSpace))
        await editor.addPicture(jpeg(width: 3, height: 2))
        #expect(editor.state.value.banner?.error.code == .noSpace && editor.state.value.preparingCount == 0)
        mocks.uploads.fail(with: nil)
        await editor.addPicture(jpeg(width: 3, height: 2))
        #expect(editor.state.value.banner == nil && editor.state.value.pictures.count == 1)
    }

    @Test func whatWasWrittenIsThereAfterAKill() async throws {
        let first = PostEditorViewModel()
        await first.load()
        await first.addPicture(jpeg(width: 300, height: 200))
        #expect(mocks.drafts.storedDrafts.last?.files.count == 1, "a picture is kept at once")
        first.setCategory("CategoryZ_song")
        first.setText("Half a")
        #expect(mocks.drafts.storedDrafts.count == 1)
        try await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(500))
        while mocks.drafts.storedDrafts.count < 2 { await Task.yield() }
        let second = PostEditorViewModel()
        await second.load()
        let state = second.state.value
        #expect(state.text.text == "Half a" && state.category == "CategoryZ_song" && state.pictures.count == 1)
        await second.save()
        #expect(try content(NewPost.self).aspect == "1.5")
        #expect(mocks.writingProvider.onQueue.calls.last?.id == mocks.drafts.storedDrafts.last?.id)
        #expect(queued()?.files == mocks.drafts.storedDrafts.last?.files)
    }

    @Test func aPictureThatIsNotOnThisDeviceIsLeftOut() async throws {
        let first = PostEditorViewModel()
        await first.addPicture(jpeg(width: 300, height: 200))
        await first.addPicture(jpeg(width: 100, height: 200))
        let draft = try #require(mocks.drafts.storedDrafts.last)
        mocks.uploads.lose(draft.files[0])
        let second = try #require(PostEditorViewModel(draft: draft))
        await second.load()
        #expect(second.state.value.pictures == [.new(draft.files[1])])
        #expect(second.state.value.banner?.error.code == .fileMissing)
    }

    @Test func whatIsEmptyIsNoDraft() async throws {
        let editor = PostEditorViewModel()
        await editor.addPicture(jpeg(width: 3, height: 2))
        let id = try #require(mocks.drafts.storedDrafts.last?.id)
        editor.removePicture(at: 0)
        await editor.close(keepingDraft: true)
        #expect(mocks.drafts.removedDrafts == [id])
        #expect(mocks.drafts.storedDrafts.count == 1)
    }

    @Test func closingThrowsTheDraftAwayOrKeepsIt() async throws {
        let editor = PostEditorViewModel()
        editor.setText("Look!")
        await editor.close(keepingDraft: true)
        let id = try #require(mocks.drafts.storedDrafts.last?.id)
        await editor.close(keepingDraft: false)
        #expect(mocks.drafts.removedDrafts == [id])
    }

    @Test(arguments: [true, false])
    func aDraftThatIsNotReadYetIsNotRemovedByAScreenThatGoes(isOpened: Bool) async throws {
        let first = PostEditorViewModel()
        first.setText("Look!")
        await first.addPicture(jpeg(width: 3, height: 2))
        await first.close(keepingDraft: true)
        let draft = try #require(mocks.drafts.storedDrafts.last)
        let held = HeldUploads(mocks.uploads)
        Dependency.register((any UploadProvider).self) { held }
        let editor = isOpened ? try #require(PostEditorViewModel(draft: draft)) : PostEditorViewModel()
        let loading = Task { await editor.load() }
        await held.waitForReader()
        await editor.close(keepingDraft: true)
        #expect(!mocks.drafts.removedDrafts.contains(draft.id))
        held.release()
        await loading.value
        #expect(!mocks.drafts.removedDrafts.contains(draft.id) && editor.state.value.text.text == "Look!")
    }

    @Test func aPostIsQueuedBehindTheDraftThatIsBeingStored() async throws {
        let held = HeldDrafts(mocks.drafts, mocks.log)
        Dependency.register((any DraftProvider).self) { held }
        let editor = PostEditorViewModel()
        held.onStore.returns(true)
        await editor.addPicture(jpeg(width: 3, height: 2))
        let call = held.onStore.holds()
        editor.setText("Look!")
        let storing = Task { await editor.saveDraft() }
        try await call.arrival()
        let saving = Task { await editor.save() }
        while !editor.state.value.isBusy { await Task.yield() }
        // As long as it would take to queue it.
        for _ in 0..<200 { await Task.yield() }
        #expect(mocks.writingProvider.onQueue.calls.isEmpty)
        call.release(returning: true)
        await storing.value
        await saving.value
        #expect(mocks.writingProvider.onQueue.calls.count == 1 && editor.state.value.item != nil)
    }

    @Test func aSecondTapWithinASecondIsDropped() async throws {
        let editor = PostEditorViewModel()
        editor.setText("Look!")
        await editor.addPicture(jpeg(width: 3, height: 2))
        mocks.writingProvider.onQueue.answers { _ in throw DataError(.noSpace) }
        await editor.save()
        #expect(editor.state.value.banner?.error.code == .noSpace && editor.state.value.item == nil)
        #expect(mocks.drafts.storedDrafts.last?.files.count == 1)
        mocks.writingProvider.onQueue.answers { $0.id }
        clock.advance(by: .milliseconds(900))
        await editor.save()
        #expect(mocks.writingProvider.onQueue.calls.count == 1)
        clock.advance(by: .milliseconds(200))
        await editor.save()
        #expect(mocks.writingProvider.onQueue.calls.count == 2 && editor.state.value.banner == nil)
        // It is the same text.
        #expect(Set(mocks.writingProvider.onQueue.calls.map(\.id)).count == 1)
    }

    @Test func theProgressOfThePicturesIsShown() async throws {
        let editor = PostEditorViewModel()
        editor.setText("Look!")
        await editor.addPicture(jpeg(width: 3, height: 2))
        await editor.save()
        let item = try #require(editor.state.value.item)
        mocks.uploads.progress.set([item: UploadProgress(sentByteCount: 5, byteCount: 10)])
        await editor.state.first { $0.progress?.fraction == 0.5 }
        mocks.uploads.progress.set([:])
        await editor.state.first { $0.progress == nil }
    }

    // MARK: Changing a post

    @Test func aChangeSendsWhatIsChangedAlone() async throws {
        let editor = PostEditorViewModel(editing: try post())
        await editor.load()
        #expect(editor.state.value.text.text == "Old" && editor.state.value.category == "CategoryZ_pet")
        #expect(editor.state.value.pictures == [.stored("/a.jpeg"), .stored("/b.jpeg")])
        #expect(!editor.state.value.canSave, "nothing is changed")
        editor.setText("New")
        #expect(editor.state.value.canSave)
        await editor.save()
        let edit = try content(PostEdit.self)
        #expect(edit.text == "New" && edit.category == nil && edit.pictures == nil && edit.aspect == nil)
        #expect(edit.base == PostEdit.Base(try post()))
        #expect(queued()?.kind == .editPost && queued()?.target?.native == "p1" && queued()?.files == [])
    }

    @Test func picturesOfAPostAreTakenAwayAndAdded() async throws {
        let editor = PostEditorViewModel(editing: try post())
        editor.removePicture(at: 0)
        await editor.addPicture(jpeg(width: 100, height: 200))
        editor.setSize(PixelSize(width: 400, height: 100), of: "/b.jpeg")
        await editor.save()
        let edit = try content(PostEdit.self)
        #expect(edit.pictures == [.kept("/b.jpeg"), .new] && edit.aspect == "4" && edit.text == nil)
        #expect(queued()?.files.count == 1)
    }

    @Test func theDraftOfAChangeComesBackWithItsPictures() async throws {
        let first = PostEditorViewModel(editing: try post())
        first.removePicture(at: 0)
        await first.addPicture(jpeg(width: 100, height: 200))
        await first.close(keepingDraft: true)
        let draft = try #require(mocks.drafts.storedDrafts.last)
        #expect(draft.kind == .editPost && draft.target?.native == "p1")
        let second = try #require(PostEditorViewModel(draft: draft))
        await second.load()
        #expect(second.state.value.pictures == [.stored("/b.jpeg"), .new(draft.files[0])])
        #expect(second.state.value.isEdit && second.state.value.canSave)
        // Back as it was, there is nothing to keep.
        let third = PostEditorViewModel(editing: try post())
        await third.load()
        #expect(third.state.value.pictures == second.state.value.pictures)
    }

    @Test func aStoredPostIsTheBaseOfItsChange() async throws {
        var post = Post(id: Post.ID(site: .community, native: "p1"), title: "")
        post.text = "Old"
        let fields = #"{"aspect":1.5,"category":"CategoryZ_pet","files":["/a.jpeg"],"hashtags":[],"people":[]}"#
        let stored = CommunityPost(FeedItem(post: post), extras: try RawJSON(fields))
        let editor = PostEditorViewModel(editing: stored)
        await editor.load()
        #expect(editor.state.value.isEdit && !editor.state.value.canSave, "nothing was changed")
        #expect(editor.state.value.text.text == "Old" && editor.state.value.category == "CategoryZ_pet")
        editor.setText("New")
        await editor.save()
        let edit = try content(PostEdit.self)
        #expect(edit.text == "New" && edit.base?.text == "Old" && edit.base?.files == ["/a.jpeg"])
    }
}

/// Uploads whose bytes are held back until a test says so.
private final class HeldUploads: UploadProvider {
    private let uploads: any UploadProvider
    private let readers = AsyncStream.makeStream(of: Void.self)
    private let gate = AsyncStream.makeStream(of: Void.self)

    init(_ uploads: any UploadProvider) {
        self.uploads = uploads
    }

    var progress: ObservableValue<[OutboxItem.ID: UploadProgress]> { uploads.progress }

    func waitForReader() async {
        for await _ in readers.stream { return }
    }

    func release() { gate.continuation.finish() }

    func keep(_ data: Data, name: String, type: String) async throws -> UploadFile {
        try await uploads.keep(data, name: name, type: type)
    }

    func data(of file: UploadFile) async throws -> Data {
        readers.continuation.yield()
        for await _ in gate.stream {}
        return try await uploads.data(of: file)
    }
}

/// Drafts whose storing a test scripts.
private final class HeldDrafts: DraftProvider {
    let onStore: MockMethod<Draft, Bool>
    private let drafts: MockDraftProvider

    init(_ drafts: MockDraftProvider, _ log: MockLog) {
        self.drafts = drafts
        onStore = MockMethod("HeldDrafts.store", log: log)
    }

    func drafts() async throws -> [Draft] { try await drafts.drafts() }

    @discardableResult
    func store(_ draft: Draft) async throws -> Bool { try await onStore.answer(to: draft) }

    func remove(_ id: Draft.ID) async throws { try await drafts.remove(id) }

    func observe() -> AsyncThrowingStream<[Draft], any Error> { drafts.observe() }
}
