import Community
import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// The screens of payments.
@MainActor
@Suite(.donationContainer, .timeLimit(.minutes(5)))
struct PaymentScreenTests {
    private let format = CommunityFormat(language: .english)

    // MARK: Giving

    @Test func aPersonChoosesAnAmountAndGives() async throws {
        let world = try await DonationWorld()
        let screen = DonateViewModel(to: "id-ben")
        #expect(screen.state.value.amounts == Amounts.all && screen.state.value.amount == 1000)
        #expect(!screen.state.value.canGive && format.title(of: screen.state.value) == "Donate")
        await screen.load()
        #expect(screen.state.value.takesDonations == true && screen.state.value.canGive)
        #expect(format.title(of: screen.state.value) == "Donate to ben")
        screen.choose(7000)
        screen.choose(7500)
        #expect(screen.state.value.amount == 7000)
        await screen.give()
        let payment = try #require(screen.state.value.current)
        #expect(payment.state == .validated && screen.state.value.banner == nil)
        #expect(format.text(of: payment) == "7,000 KRW paid. Thank you!")
        #expect(world.validations == [DonationWorld.body(payment, 7000)])
        #expect(screen.state.value.payments.map(\.id) == [payment.id])
        try await world.finish()
    }

    @Test func twoTapsPayOnce() async throws {
        let world = try await DonationWorld()
        let screen = DonateViewModel(to: "id-ben")
        await screen.load()
        async let first: Void = screen.give()
        async let second: Void = screen.give()
        _ = await (first, second)
        #expect(world.validations.count == 1)
        try await world.finish()
    }

    @Test func whoTakesNoneHasNoButton() async throws {
        let world = try await DonationWorld()
        world.server.answer(DonationWorld.markerPath, body: DonationWorld.page())
        let screen = DonateViewModel(to: "id-ben")
        await screen.load()
        #expect(screen.state.value.takesDonations == false && !screen.state.value.canGive)
        await screen.give()
        #expect(screen.state.value.current == nil && world.validations.isEmpty)
        let own = DonateViewModel(to: "id-ann")
        await own.load()
        #expect(own.state.value.banner.map { format.message(for: $0.error) } == "This is you. Choose somebody else.")
        try await world.finish()
    }

    @Test func nothingIsPaidOnceThePersonTakesNoneAnyMore() async throws {
        let world = try await DonationWorld()
        let screen = DonateViewModel(to: "id-ben")
        await screen.load()
        world.server.answer(DonationWorld.markerPath, body: DonationWorld.page())
        await screen.give()
        #expect(screen.state.value.takesDonations == false && screen.state.value.current == nil)
        #expect(screen.state.value.banner?.error.code == .refused && world.validations.isEmpty)
        #expect(world.payments.payments.value.payments.isEmpty)
        try await world.finish()
    }

    @Test func whatAnotherAccountHasPaidIsNotShownAndNotTouched() async throws {
        let world = try await DonationWorld(.isUnknown)
        let screen = DonateViewModel(to: "id-ben")
        await screen.load()
        await screen.give()
        let payment = try #require(screen.state.value.current)
        let list = PaymentListViewModel()
        await list.load()
        #expect(list.state.value.rows.map(\.id) == [payment.id.rawValue])
        try await world.community.signIn("ben")
        #expect(world.payments.payments.value.payments.count == 1)
        // A screen that is open still.
        await screen.giveUp(withConsent: true)
        #expect(screen.state.value.banner?.error.code == .unauthorized)
        #expect(world.payments.payments.value.payments.map(\.state) == [.opened])
        await list.load()
        #expect(list.state.value.rows.isEmpty)
        let other = DonateViewModel(to: "id-ben")
        await other.load()
        #expect(other.state.value.payments.isEmpty && other.state.value.current == nil)
        try await world.finish()
    }

    @Test func withoutANetworkItIsSaidAndTriedAgain() async throws {
        let world = try await DonationWorld()
        world.server.goOffline()
        let screen = DonateViewModel(to: "id-ben")
        await screen.load()
        #expect(screen.state.value.banner?.error.code == .offline && screen.state.value.takesDonations == nil)
        world.server.goOffline(false)
        await screen.load()
        #expect(screen.state.value.banner == nil && screen.state.value.canGive)
        screen.dismissBanner()
        try await world.finish()
    }

    @Test func anEarlierPaymentOfWhichNobodyKnowsIsShownAndGivenUpOnlyWithConsent() async throws {
        let world = try await DonationWorld(.isUnknown)
        let screen = DonateViewModel(to: "id-ben")
        await screen.load()
        await screen.give()
        let payment = try #require(screen.state.value.current)
        #expect(payment.state == .opened && format.text(of: payment).contains("Do not pay again"))
        world.clock.advance(by: .seconds(1))
        screen.choose(2000)
        await screen.give()
        let error = try #require(screen.state.value.banner?.error)
        #expect(format.message(for: error).hasSuffix("Nothing new was paid."))
        #expect(CommunityFormat(language: .communityKorean).message(for: error).contains("새로 결제하지 않았습니다"))
        #expect(screen.state.value.current?.id == payment.id && screen.state.value.payments.count == 1)
        await screen.giveUp()
        #expect(screen.state.value.asksForConsent && screen.state.value.current?.state == .opened)
        screen.keep()
        #expect(!screen.state.value.asksForConsent)
        await screen.giveUp(withConsent: true)
        #expect(screen.state.value.current?.state == .givenUp && !screen.state.value.asksForConsent)
        world.clock.advance(by: .seconds(1))
        await screen.give()
        #expect(screen.state.value.payments.map(\.intent.order.amount) == [2000, 1000])
        try await world.finish()
    }

    @Test func whatTheServerRefusedIsShownAndValidatedAgain() async throws {
        let world = try await DonationWorld()
        world.server.answer(DonationWorld.validation, with: 410)
        let screen = DonateViewModel(to: "id-ben")
        await screen.load()
        await screen.give()
        let payment = try #require(screen.state.value.current)
        #expect(payment.state == .needsHelp && format.text(of: payment).contains("The receipt is kept"))
        await screen.validateAgain()
        #expect(screen.state.value.current?.state == .validated && Set(world.validations).count == 1)
        try await world.finish()
    }

    @Test func anotherScreenSeesWhatIsNotSettledAndChecksIt() async throws {
        let world = try await DonationWorld()
        for _ in 0..<4 { world.server.answer(DonationWorld.validation, with: 420) }
        _ = try await world.payments.settle(try await world.donations.give(1000, to: "id-ben").id)
        let screen = DonateViewModel(to: "id-ben")
        await screen.load()
        #expect(screen.state.value.current?.state == .received)
        for _ in 0..<10 where screen.state.value.current?.state == .received {
            world.clock.advance(by: .seconds(700))
            await screen.checkAgain()
        }
        for await state in screen.state.values where state.current?.state == .validated { break }
        try await world.finish()
    }

    // MARK: The list

    @Test func theListHasTheNewestFirstAndStaysWithoutANetwork() async throws {
        let world = try await DonationWorld()
        world.server.answer(
            DonationWorld.list,
            body: DonationWorld.payments(
                DonationWorld.payment("y1", "pay-1", 1000, "2023-11-01T00:00:00.000Z"), #"{"payment_id":"y9"}"#,
                DonationWorld.payment("y2", "pay-2", 5000, "2023-11-12T00:00:00.000Z")))
        let screen = PaymentListViewModel()
        await screen.load()
        #expect(screen.state.value.rows.map(\.id) == ["y2", "y1"] && !screen.state.value.isEmpty)
        let row = try #require(screen.state.value.rows.first)
        #expect(row.name == "ben tea" && format.amount(row.amount) == "5,000 KRW" && row.unsettled == nil)
        #expect(format.relativeDate(row.date, now: row.date + 7200) == "2 hours ago")
        world.server.goOffline()
        let later = PaymentListViewModel()
        await later.load()
        #expect(later.state.value.rows.map(\.id) == ["y2", "y1"] && later.state.value.banner?.error.code == .offline)
        later.dismissBanner()
        #expect(later.state.value.banner == nil)
        try await world.finish()
    }

    @Test func anEmptyListIsKnownToBeEmpty() async throws {
        let world = try await DonationWorld()
        world.server.answer(DonationWorld.list, with: 500)
        let screen = PaymentListViewModel()
        await screen.load()
        #expect(!screen.state.value.isKnown && !screen.state.value.isEmpty && screen.state.value.banner != nil)
        await screen.load()
        #expect(screen.state.value.isEmpty && screen.state.value.banner == nil)
        try await world.finish()
    }

    @Test func whatIsNotSettledStandsBeforeTheOthersUntilTheServerHasIt() async throws {
        let world = try await DonationWorld()
        world.server.answer(DonationWorld.validation, with: 400)
        let payment = try await world.donations.give(3000, to: "id-ben")
        _ = try await world.payments.settle(payment.id)
        let screen = PaymentListViewModel()
        await screen.load()
        #expect(screen.state.value.rows.map(\.id) == [payment.id.rawValue])
        #expect(screen.state.value.rows.first?.unsettled?.state == .needsHelp)
        world.server.answer(
            DonationWorld.list,
            body: DonationWorld.payments(
                DonationWorld.payment("y1", payment.id.rawValue, 3000, "2023-11-12T00:00:00.000Z")))
        await screen.load()
        #expect(screen.state.value.rows.map(\.id) == ["y1"])
        try await world.finish()
    }
}
