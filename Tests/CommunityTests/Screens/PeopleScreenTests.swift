import Cloud
import Community
import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct PeopleScreenTests {
    private let format = CommunityFormat(language: .english)

    // MARK: Heads and sheets

    @Test func theOwnHeadLeadsToTheSettingsAndAnotherFollows() async throws {
        let world = try await PeopleWorld.start()
        let mine = ProfileViewModel()
        #expect(mine.state.value == ProfileState() && mine.state.value.leftButton == nil)
        await mine.appear()
        #expect(mine.state.value.person?.person.nick == "ann" && !mine.state.value.isLoading)
        #expect(mine.state.value.leftButton == .settings && mine.state.value.rightButton == .liked)
        #expect(mine.state.value.followerText == "1" && mine.state.value.followingText == "0")
        await mine.toggleFollow()
        #expect(world.written.isEmpty, "nobody follows themselves")

        let ben = ProfileViewModel(of: "id-ben")
        await ben.appear()
        #expect(ben.state.value.leftButton == .follow && ben.state.value.rightButton == .chat)
        let sheet = ProfileSheetViewModel(of: "id-ben")
        await sheet.appear()
        #expect(sheet.state.value.sheetButton == .follow)
        await ben.toggleFollow()
        #expect(ben.state.value.leftButton == .unfollow && ben.state.value.followerText == "2")
        await sheet.state.first { $0.sheetButton == .following && $0.followerText == "2" }
        await mine.state.first { $0.followingText == "1" }
        #expect(format.name(of: ProfileState.LeftButton.unfollow) == "Unfollow")
        for screen in [mine, ben] { screen.disappear() }
        sheet.disappear()
        try await world.services.finish()
    }

    @Test func aSecondTapIsDropped() async throws {
        let world = try await PeopleWorld.start()
        let sheet = ProfileSheetViewModel(of: "id-ben")
        await sheet.appear()
        world.server.goOffline()
        await sheet.toggleFollow()
        await sheet.toggleFollow()
        world.clock.advance(by: .milliseconds(299))
        await sheet.toggleFollow()
        #expect(sheet.state.value.sheetButton == .following)
        world.clock.advance(by: .milliseconds(1))
        await sheet.toggleFollow()
        #expect(sheet.state.value.sheetButton == .follow && sheet.state.value.followerText == "1")
        sheet.disappear()
        try await world.services.finish()
    }

    @Test func whatIsRefusedIsTakenBackAndSaid() async throws {
        let world = try await PeopleWorld.start()
        let ben = ProfileViewModel(of: "id-ben")
        await ben.appear()
        world.server.answer("/v1/follow/id-ben", with: 403)
        await ben.toggleFollow()
        await ben.state.first { $0.refused != nil }
        #expect(ben.state.value.leftButton == .follow && ben.state.value.followerText == "1")
        let refused = try #require(ben.state.value.refused)
        for language in CommunityFormat.languages {
            #expect(CommunityFormat(language: language).refusedText(of: refused).count > 30)
        }
        await ben.giveUpRefused()
        #expect(ben.state.value.refused == nil && world.outbox.value.items.isEmpty)
        ben.disappear()
        try await world.services.finish()
    }

    @Test func withoutANetworkWhatIsStoredIsShown() async throws {
        let world = try await PeopleWorld.start()
        world.server.goOffline()
        let ben = ProfileViewModel(of: "id-ben")
        await ben.appear()
        #expect(ben.state.value.person == nil && ben.state.value.banner?.error.code == .offline)
        #expect(ben.state.value.banner?.isDismissible == false)
        world.server.goOffline(false)
        await ben.refresh()
        #expect(ben.state.value.person != nil && ben.state.value.banner == nil)
        world.server.goOffline()
        await ben.refresh()
        #expect(ben.state.value.person != nil && ben.state.value.banner?.error.code == .offline)
        ben.dismissBanner()
        #expect(ben.state.value.banner == nil)
        ben.disappear()
        try await world.services.finish()
    }

    @Test func whoLogsOutIsShownNoMore() async throws {
        let world = try await PeopleWorld.start()
        let mine = ProfileViewModel()
        await mine.appear()
        let settings = CommunitySettingsViewModel()
        await settings.appear()
        #expect(settings.state.value.person?.person.nick == "ann")
        await settings.logOut()
        #expect(settings.state.value.isLoggedOut && settings.state.value.person == nil)
        await mine.state.first { $0.person == nil }
        mine.disappear()
        try await world.services.finish()
    }

    // MARK: Settings

    @Test func loggingOutAsksAboutWhatIsNotSent() async throws {
        let world = try await PeopleWorld.start()
        let ben = try #require(try await world.people.person("id-ben").person?.person)
        world.server.goOffline()
        _ = try await world.people.follow(ben, true)
        let settings = CommunitySettingsViewModel()
        await settings.appear()
        await settings.logOut()
        #expect(settings.state.value.unsent.count == 1 && !settings.state.value.isLoggedOut)
        #expect(
            format.unsentText(of: settings.state.value)
                == "1 thing is not sent yet. Keep it for your next login, or discard it?")
        settings.stay()
        #expect(settings.state.value.unsent.isEmpty && world.people.ownID == "id-ann")
        world.clock.advance(by: .milliseconds(400))
        await settings.logOut()
        await settings.logOut(.wipe, discardingUnsent: true)
        #expect(settings.state.value.isLoggedOut && world.outbox.value.items.isEmpty && world.people.ownID == nil)
        try await world.services.finish()
    }

    @Test func everyItemOfTheSettingsHasAName() {
        for language in CommunityFormat.languages {
            let format = CommunityFormat(language: language)
            let names = CommunitySettingsViewModel.Item.allCases.map { format.name(of: $0) }
            #expect(Set(names).count == names.count && !names.contains(""))
        }
    }

    // MARK: Fields

    @Test func aNickIsSavedAndShownAtOnce() async throws {
        let world = try await PeopleWorld.start()
        let screen = ProfileFieldViewModel(.nick)
        await screen.appear()
        #expect(screen.state.value.entry.text == "ann" && !screen.state.value.canSave, "it is that already")
        screen.set("an")
        #expect(!screen.state.value.canSave && screen.state.value.entry.state == .tooShort)
        screen.set("annie")
        #expect(screen.state.value.canSave)
        world.server.goOffline()
        await screen.save()
        #expect(screen.state.value.isSaved && screen.state.value.current == "annie" && screen.state.value.isPending)
        #expect(!screen.state.value.canSave)
        let head = ProfileViewModel()
        await head.appear()
        #expect(head.state.value.person?.person.nick == "annie")
        screen.disappear()
        head.disappear()
        try await world.services.finish()
    }

    @Test func aPhoneNumberThatIsRefusedGoesBack() async throws {
        let world = try await PeopleWorld.start()
        let screen = ProfileFieldViewModel(.phone)
        await screen.appear()
        #expect(screen.state.value.entry.text == "01011112222")
        screen.set("01077778888")
        world.server.answer("/v1/users/me/profile", with: 400)
        await screen.save()
        await screen.state.first { $0.refused != nil }
        #expect(screen.state.value.current == "01011112222" && !screen.state.value.isSaved)
        #expect(screen.state.value.entry.text == "01077778888", "what was typed is not lost")
        await screen.giveUpRefused()
        #expect(screen.state.value.refused == nil)
        screen.disappear()
        try await world.services.finish()
    }

    // MARK: The picture

    @Test func aPictureIsStoredAndShownAndSentLater() async throws {
        let world = try await PeopleWorld.start()
        let screen = ProfilePictureViewModel()
        await screen.appear()
        #expect(screen.state.value == ProfilePictureViewModel.State())
        await screen.set(Data("no picture".utf8), name: "notes.txt")
        #expect(screen.state.value.banner?.error.code == .invalidInput && !screen.state.value.isSaved)
        #expect(world.outbox.value.items.isEmpty)
        let picture = jpeg(width: 3, height: 2, count: 64, mark: 0x42)
        await screen.set(picture, name: "me.jpeg")
        #expect(screen.state.value.isSaved && screen.state.value.banner == nil)
        await world.settled()
        await screen.state.first { !$0.isPending }
        let sent = world.server.requests.last { $0.method == .put }
        #expect(sent?.body?.range(of: picture) != nil)
        world.server.goOffline()
        await screen.set(jpeg(width: 2, height: 3, count: 64, mark: 0x44), name: "me.jpeg")
        #expect(screen.state.value.isSaved && screen.state.value.isPending)
        #expect(world.outbox.value.items.flatMap(\.files).map(\.name) == ["me.jpeg"])
        screen.disappear()
        try await world.services.finish()
    }

    @Test func aPictureThatIsRefusedIsSaidUntilItIsGivenUp() async throws {
        let world = try await PeopleWorld.start()
        let screen = ProfilePictureViewModel()
        await screen.appear()
        world.server.answer("/v1/users/me/profile", with: 400)
        await screen.set(jpeg(width: 3, height: 2, count: 64, mark: 0x43))
        await screen.state.first { $0.refused != nil }
        #expect(!screen.state.value.isSaved && !screen.state.value.isPending)
        await screen.giveUpRefused()
        #expect(screen.state.value.refused == nil && world.outbox.value.items.isEmpty)
        screen.disappear()
        try await world.services.finish()
    }

    // MARK: Donations

    @Test func donationsAreAskedAboutFirst() async throws {
        let world = try await PeopleWorld.start()
        let screen = DonationSettingsViewModel()
        screen.choose(true)
        #expect(screen.state.value.question == nil, "it is not known yet what holds")
        await screen.appear()
        #expect(screen.state.value.isOn == false && format.text(of: screen.state.value) == "You take no donations")
        screen.choose(false)
        #expect(screen.state.value.question == nil)
        screen.choose(true)
        #expect(screen.state.value.question == true && format.questionText(of: screen.state.value) != nil)
        screen.cancel()
        await screen.confirm()
        #expect(world.outbox.value.items.isEmpty && screen.state.value.isOn == false)
        screen.choose(true)
        await screen.confirm()
        #expect(screen.state.value.isOn == true && screen.state.value.isSaved && screen.state.value.question == nil)
        await world.settled()
        #expect(world.server.people.posts.count == 1)

        screen.choose(false)
        world.server.answer("/v1/posts/post-1", with: 403)
        await screen.confirm()
        await screen.state.first { $0.refused != nil }
        #expect(screen.state.value.isOn == true && !screen.state.value.isSaved)
        await screen.giveUpRefused()
        #expect(screen.state.value.refused == nil)
        screen.disappear()
        try await world.services.finish()
    }
}
