import Cloud
import Community
import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

// What Documentation/Community.md shows, so that it compiles and holds.

@Suite(.testInjector, .timeLimit(.minutes(5)))
struct DocumentedTests {
    @MainActor @Test func theAccountIsWiredByHand() async throws {
        let server = CommunityServer()
        let bare = NetworkRequestProvider(transport: server, time: server.clock)
        Dependency.register((any RequestProvider).self) { bare }
        let (address, key, folder) = (url("https://community.example"), "key-1", "/lantern")

        let configuration = try CommunityConfiguration(base: address, key: Secret(key))
        let notes = FileStateStore(directory: folder + "/state")
        let sessions = try SiteSessions(
            CommunityScheme(configuration), tokens: FileTokenStore(directory: folder + "/tokens"), choices: notes,
            requests: .registered)
        let signed = AuthorizingRequestProvider(sessions: sessions, requests: .registered)
        let accounts = CommunityAccounts(
            api: CommunityAPI(configuration, by: signed), sessions: sessions, notes: notes)
        Dependency.register(CommunityAccounts.self) { accounts }
        Dependency.register((any SessionProvider).self) { sessions }

        let login = LoginViewModel()
        login.setEmail("ann@example.com")
        login.setPassword("lantern")
        await login.logIn()
        #expect(login.state.value.isSignedIn && login.state.value.banner == nil)
        // What is on the disk is there after a relaunch, and so is the withdrawal that was begun.
        server.loseAnswers(to: "/v1/users/withdraw")
        let departures = TestInjector.mocks.accountDepartureProvider
        #expect(try await accounts.withdraw(leaving: departures) == .unknown)
        TestInjector.mocks.fileSystem.crash()
        let later = try SiteSessions(
            CommunityScheme(configuration), tokens: FileTokenStore(directory: folder + "/tokens"),
            choices: FileStateStore(directory: folder + "/state"), requests: .registered)
        try await later.restore()
        #expect(later.accounts.value.current?.user?.id == "id-ann")
        departures.onLeave.returns(AccountDeparture(revocation: .unneeded))
        let signedLater = AuthorizingRequestProvider(sessions: later, requests: .registered)
        let accountsLater = CommunityAccounts(
            api: CommunityAPI(configuration, by: signedLater), sessions: later,
            notes: FileStateStore(directory: folder + "/state"))
        #expect(try await accountsLater.finishWithdrawal(leaving: departures) == .done)
    }

    @Test func aLanguageIsChosen() {
        let language = Language.chosen(
            InterfaceLanguage(rawValue: "ko"), preferred: ["en"], among: CommunityFormat.languages)
        let format = CommunityFormat(language: language)
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let error = CommunityRefusal.shown(NetworkError(.badRequest, status: 409), of: .join)
        #expect(format.message(for: error) == "이미 가입된 이메일입니다. 로그인하거나 다른 이메일을 쓰세요.")
        #expect(format.relativeDate(now.addingTimeInterval(-10_800), now: now) == "3시간 전")
        #expect(format.amount(10_000) == "10,000원" && ShortCount.text(1249) == "1.2K")
    }
}

// What it shows of publishing.

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct DocumentedPublishingTests {
    @Test func aPostIsWritten() async throws {
        let mocks = TestInjector.mocks
        mocks.writingProvider.signIn(as: AccountKey(site: .community, name: "id-ann"))
        mocks.writingProvider.onQueue.answers { $0.id }
        let configuration = try CommunityWorld().configuration
        let (codec, data) = (TestCodec(bytesPerQuality: 1000), jpeg(width: 3, height: 2))

        let publishing = CommunityPublishing(configuration) { _, _ in }
        #expect(Set(publishing.kinds.map(\.name.rawValue)) == ["publish", "editPost", "pictures"])
        Dependency.register(CommunityPublishing.self) { publishing }
        Dependency.register(PicturePreparation.self) { PicturePreparation(codec: codec) }

        let editor = PostEditorViewModel()
        await editor.load()
        await editor.addPicture(data, name: "cat.jpeg")
        editor.setText("Look!")
        await editor.save()
        #expect(editor.state.value.item != nil && mocks.writingProvider.onQueue.calls.count == 1)
    }
}

@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct DocumentedListTests {
    @MainActor @Test func anAppIsWiredAndShowsItsLists() async throws {
        let app = CommunityApp()
        app.server.setPosts { table in
            table.add("p1") { post in
                post.text = "#sun out"
                post.hashtags = ["sun"]
            }
        }
        let (address, key, folder) = (url("https://community.example"), "key-1", "/lantern")

        let community = try CommunityServices(
            CommunityConfiguration(base: address, key: Secret(key)),
            tokens: FileTokenStore(directory: folder + "/tokens"), notes: FileStateStore(directory: folder + "/state"))
        let services = try await AppServices.start(
            in: folder, backends: [community.backend], configuration: community.extending(AppServices.Configuration()),
            replacing: community.register)
        // The network of the test.
        let (server, clock) = (app.server, app.clock)
        Dependency.register((any NetworkPathProvider).self) { ManualNetworkPathProvider(NetworkPath(.ethernet)) }
        Dependency.register((any RequestProvider).self) { NetworkRequestProvider(transport: server, time: clock) }
        try await community.sessions.signIn(
            with: [.email: Secret("ann@example.com"), .password: Secret("lantern")])

        let home = CommunityHomeViewModel()
        await home.load()
        #expect(home.state.value.list.posts.isEmpty && home.state.value.list.isEnd)
        home.stop()

        let (configuration, provider) = (community.configuration, Dependency.resolve((any PostProvider).self))
        let list = PostListing.hashtag("sun", category: "CategoryZ_pet")
        let feed = configuration.feed(list)
        let outcome = try await provider.perform(.load(.networkElseStored), on: feed, limit: 30)
        #expect(outcome.error == nil && feed.source.description == "tag/sun/CategoryZ_pet")
        var texts: [String] = []
        for await update in provider.updates(of: feed) {
            for post in try await CommunityPosts().posts(of: update.items) where post.isShown(in: list) {
                texts.append("\(post.text) \(post.likes) \(post.isLiked) \(post.author?.nick ?? "")")
            }
            break
        }
        #expect(texts == ["#sun out 0 false ben"])
        try await CommunityWriter().comment("Nice", on: "p1")
        let thread = try await CommunityPosts().thread("p1")
        #expect(thread.post?.id == "p1" && thread.comments.map(\.text) == ["Nice"])
        try await services.finish()
    }

    /// What Documentation/Chat.md shows.
    @Test func aRoomIsOpenedReadAndWrittenIn() async throws {
        let app = CommunityApp()
        let run = try await app.start()
        let date = "2024-05-06T05:13:10.357Z"
        func message(_ id: String, _ text: String, by name: String) -> String {
            #"{"chat_id":"\#(id)","room_id":"r1","createdAt":"\#(date)","content":"\#(text)","#
                + #""sender":{"user_id":"id-\#(name)","nick":"\#(name)"},"files":[]}"#
        }
        app.server.answer(
            "/v1/chats",
            body: #"{"room_id":"r1","createdAt":"\#(date)","participants":[{"user_id":"id-ben","nick":"ben"}]}"#)
        app.server.answer("/v1/chats/r1", body: #"{"data":[\#(message("c1", "Hi", by: "ben"))]}"#)

        let messages = Dependency.resolve((any MessageProvider).self)
        let room = try await messages.room(with: "id-ben", as: app.ann)
        #expect(try await messages.sync(room.id) == nil)
        var page = try await messages.messages(in: room.id, at: .newest, limit: 50)
        #expect(page.messages.map(\.text) == ["Hi"] && room.other?.name == "ben")

        app.server.answer("/v1/chats/r1", body: message("c2", "Hello", by: "ann"))
        let id = try await messages.send("Hello", in: room.id)
        await run.settle()
        page = try await messages.messages(in: room.id, at: .newest, limit: 50)
        #expect(page.messages.map(\.native) == ["c1", "c2"] && page.messages.last?.id == id?.rawValue)
        #expect(try await messages.search("hel", in: room.id, limit: 10).map(\.text) == ["Hello"])
        for await status in messages.follow(room.id) {
            #expect(!status.isLive)
            break
        }
        try await run.services.finish()
    }
}
